/** Equal threads whose own locks others hold: who joins one needs its lock. */
public class JoinLocked {
    static volatile boolean held;

    static final class T extends Thread {
        @Override
        public void run() {
            System.out.println("runs");
        }
    }

    static final class Holder extends Thread {
        private final Thread target;

        Holder(Thread target) {
            this.target = target;
        }

        @Override
        public void run() {
            synchronized (target) {
                held = true;
                synchronized (JoinLocked.class) {
                    System.out.println("holds");
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) threads[i] = new T();
        new Holder(threads[1]).start();
        synchronized (JoinLocked.class) {
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
        }
        System.out.println("main " + held);
    }
}
