//@ kind: assertion
/** The program exits without waiting for its worker; the hook finds the work undone. */
public class ExitTooEarly {
    static volatile boolean saved;

    static class Worker extends Thread {
        @Override
        public void run() {
            saved = true;
        }
    }

    static class Check extends Thread {
        @Override
        public void run() {
            assert saved; //~ assertion
        }
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Check());
        new Worker().start();
        System.exit(0);
    }
}
