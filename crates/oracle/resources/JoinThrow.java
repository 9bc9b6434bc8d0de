/** Joins equal threads of which some may never end, and throws after that. */
public class JoinThrow {
    static final Object LOCK = new Object();
    static int arrived;

    static final class T extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                arrived++;
                if (arrived == 2) {
                    LOCK.notify();
                    return;
                }
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) (threads[i] = new T()).start();
        for (Thread thread : threads) thread.join();
        throw new IllegalStateException("all have ended");
    }
}
