//@ kind: deadlock
/** Two classes that know nothing of each other lock on a boxed number and a literal: the same. */
public class SharedLocks {
    static class Left {
        private final Object number = 1;
        private final Object text = "lock";

        void run() {
            synchronized (number) {
                synchronized (text) { //~ deadlock
                    assert number != text;
                }
            }
        }
    }

    static class Right {
        private final Object text = "lo" + "ck";
        private final Object number = Integer.valueOf("1");

        void run() {
            synchronized (text) {
                synchronized (number) { //~ deadlock
                    assert number != text;
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> new Left().run()).start();
        new Right().run();
    }
}
