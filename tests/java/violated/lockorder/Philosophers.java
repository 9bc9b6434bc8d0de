//@ args: 3
//@ kind: deadlock
/** Dining philosophers who all take the left fork first. */
public class Philosophers {
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
                synchronized (second) { //~ deadlock
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
            table[seat] = new Philosopher(forks[seat], forks[(seat + 1) % seats]);
            table[seat].start();
        }
        for (Philosopher philosopher : table) {
            philosopher.join();
        }
    }
}
