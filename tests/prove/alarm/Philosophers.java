//@ kind: deadlock
/** Any number of philosophers take the left fork first (Yahav's DP). */
public class Philosophers {
    static class Fork {
    }

    static class Philosopher extends Thread {
        private final Fork left;
        private final Fork right;

        Philosopher(Fork left, Fork right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            while (true) {
                synchronized (left) {
                    synchronized (right) {
                        Thread.yield();
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        Fork first = new Fork();
        Fork left = first;
        for (int i = 0; i < 3; i++) {
            Fork right = new Fork();
            new Philosopher(left, right).start();
            left = right;
        }
        new Philosopher(left, first).start();
    }
}
