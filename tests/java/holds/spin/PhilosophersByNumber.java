//@ property: deadlock,exception,assertion,race,non-termination
/** Philosophers that think and eat for ever, each by the branch that is its own. */
public class PhilosophersByNumber extends Thread {
    static final Object[] FORKS = {new Object(), new Object(), new Object()};
    private int number;

    PhilosophersByNumber(int number) {
        this.number = number;
    }

    boolean isLast() {
        return number == FORKS.length - 1;
    }

    @Override
    public void run() {
        Object left = FORKS[number];
        Object right = FORKS[(number + 1) % FORKS.length];
        while (true) {
            if (isLast()) {
                synchronized (right) {
                    synchronized (left) {
                        Thread.yield();
                    }
                }
            } else {
                synchronized (left) {
                    synchronized (right) {
                        Thread.yield();
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < FORKS.length; i++) {
            new PhilosophersByNumber(i).start();
        }
    }
}
