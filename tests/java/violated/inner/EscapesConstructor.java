//@ property: deadlock,exception,assertion
//@ kind: assertion
/** The constructor starts an inner thread before it has finished: a final field may be seen as 0. */
public class EscapesConstructor {
    private final int value;

    EscapesConstructor() {
        Thread thread = new Thread() {
            @Override
            public void run() {
                assert seen() == 42; //~ assertion
            }
        };
        thread.start();
        value = 42;
    }

    int seen() {
        return value;
    }

    public static void main(String[] args) {
        new EscapesConstructor();
    }
}
