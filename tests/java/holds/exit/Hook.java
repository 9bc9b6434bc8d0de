/** A shutdown hook runs when the last thread has ended, and sees what main did. */
public class Hook {
    static int value;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                assert value == 42;
            }
        });
        value = 42;
    }
}
