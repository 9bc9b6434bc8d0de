/** The native method is guarded by a lock order of events that never happens. */
public class NeverCalled {
    static final Object LOCK = new Object();
    static int steps;

    static native int answer();

    static class Other extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                steps += 2;
            }
        }
    }

    public static void main(String[] args) {
        new Other().start();
        synchronized (LOCK) {
            if (steps == 1) {
                answer();
            }
        }
    }
}
