/** Two philosophers who take their forks in one order, for ever. */
public class TwoDine {
    static final Object left = new Object();
    static final Object right = new Object();
    static volatile boolean eats0, eats1;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                synchronized (left) {
                    synchronized (right) {
                        eats0 = true;
                        eats0 = false;
                    }
                }
            }
        }).start();
        new Thread(() -> {
            while (true) {
                synchronized (left) {
                    synchronized (right) {
                        eats1 = true;
                        eats1 = false;
                    }
                }
            }
        }).start();
    }
}
