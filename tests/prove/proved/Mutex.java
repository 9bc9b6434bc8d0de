//@ configurations: 33
//@ many: Mutex$Approver
/** Any number of threads approve, one at a time (Yahav's mutex). */
public class Mutex {
    static final int THREADS = 3;

    private int approved;

    void approve() {
        synchronized (this) {
            approved = approved + 1;
        }
    }

    static class Approver extends Thread {
        private final Mutex mutex;

        Approver(Mutex mutex) {
            this.mutex = mutex;
        }

        @Override
        public void run() {
            mutex.approve();
        }
    }

    public static void main(String[] args) {
        Mutex mutex = new Mutex();
        for (int i = 0; i < THREADS; i++) {
            new Approver(mutex).start();
        }
    }
}
