/** Any number of philosophers take their forks one at a time. */
public class PhilosophersGuarded {
    static class Fork {
    }

    static class Philosopher extends Thread {
        private final Object table;
        private final Fork left;
        private final Fork right;

        Philosopher(Object table, Fork left, Fork right) {
            this.table = table;
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            while (true) {
                synchronized (table) {
                    synchronized (left) {
                        synchronized (right) {
                            Thread.yield();
                        }
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        Object table = new Object();
        Fork first = new Fork();
        Fork left = first;
        for (int i = 0; i < 3; i++) {
            Fork right = new Fork();
            new Philosopher(table, left, right).start();
            left = right;
        }
        new Philosopher(table, left, first).start();
    }
}
