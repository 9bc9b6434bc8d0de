//@ options: --threads Approver*
//@ many: MutexOne$Approver
/** One thread is started, which stands for any number. */
public class MutexOne {
    private int approved;

    synchronized void approve() {
        approved++;
    }

    static class Approver extends Thread {
        private final MutexOne mutex;

        Approver(MutexOne mutex) {
            this.mutex = mutex;
        }

        @Override
        public void run() {
            mutex.approve();
        }
    }

    public static void main(String[] args) {
        new Approver(new MutexOne()).start();
    }
}
