//@ property: deadlock,exception,assertion
//@ kind: assertion
/** The volatile flag is raised before the value is there. */
public class FlagFirst {
    static int value;
    static volatile boolean ready;

    static class Writer extends Thread {
        @Override
        public void run() {
            ready = true;
            value = 42;
        }
    }

    public static void main(String[] args) {
        new Writer().start();
        while (!ready) {
            Thread.onSpinWait();
        }
        assert value == 42; //~ assertion
    }
}
