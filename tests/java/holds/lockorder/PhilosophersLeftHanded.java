//@ args: 3
/** Dining philosophers, the last of them takes the forks in the other order. */
public class PhilosophersLeftHanded {
    static class Philosopher extends Thread {
        private final Object first;
        private final Object second;

        Philosopher(Object first, Object second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    assert first != second;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int seats = Integer.parseInt(args[0]);
        Object[] forks = new Object[seats];
        for (int seat = 0; seat < seats; seat++) {
            forks[seat] = new Object();
        }
        Philosopher[] table = new Philosopher[seats];
        for (int seat = 0; seat < seats; seat++) {
            Object left = forks[seat];
            Object right = forks[(seat + 1) % seats];
            boolean last = seat == seats - 1;
            table[seat] = last ? new Philosopher(right, left) : new Philosopher(left, right);
            table[seat].start();
        }
        for (Philosopher philosopher : table) {
            philosopher.join();
        }
    }
}
