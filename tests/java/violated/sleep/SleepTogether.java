//@ kind: deadlock
/** Both threads sleep as long, wake at the same moment, and take two locks in opposite orders. */
public class SleepTogether {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();

    static Thread taker(Object first, Object second) {
        return new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                return;
            }
            synchronized (first) {
                synchronized (second) { //~ deadlock
                    Thread.yield();
                }
            }
        });
    }

    public static void main(String[] args) {
        taker(LEFT, RIGHT).start();
        taker(RIGHT, LEFT).start();
    }
}
