//@ kind: race
/** As Mutex, but one of the two accesses is outside of the monitor. */
public class MutexTorn {
    private int approved;

    void approve() {
        int seen = approved;
        synchronized (this) {
            approved = seen + 1;
        }
    }

    static class Approver extends Thread {
        private final MutexTorn mutex;

        Approver(MutexTorn mutex) {
            this.mutex = mutex;
        }

        @Override
        public void run() {
            mutex.approve();
        }
    }

    public static void main(String[] args) {
        MutexTorn mutex = new MutexTorn();
        for (int i = 0; i < 3; i++) {
            new Approver(mutex).start();
        }
    }
}
