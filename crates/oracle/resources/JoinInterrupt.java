/** Equal threads interrupt the one that joins them. */
public class JoinInterrupt {
    static final class T extends Thread {
        private final Thread target;

        T(Thread target) {
            this.target = target;
        }

        @Override
        public void run() {
            target.interrupt();
            System.out.println("done");
        }
    }

    public static void main(String[] args) {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) (threads[i] = new T(Thread.currentThread())).start();
        int joined = 0;
        for (Thread thread : threads) {
            try {
                thread.join();
                joined++;
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
        System.out.println(joined);
    }
}
