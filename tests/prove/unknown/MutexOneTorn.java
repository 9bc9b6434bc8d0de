//@ options: --threads Approver*
/** One thread stands for any number, which race; the program itself has one. */
public class MutexOneTorn {
    private int approved;

    void approve() {
        approved++;
    }

    static class Approver extends Thread {
        private final MutexOneTorn mutex;

        Approver(MutexOneTorn mutex) {
            this.mutex = mutex;
        }

        @Override
        public void run() {
            mutex.approve();
        }
    }

    public static void main(String[] args) {
        new Approver(new MutexOneTorn()).start();
    }
}
