//@ property: deadlock,lock-order
//@ kind: lock-order
//@ says: takes OrderAfterJoin.LEFT
/** No deadlock, since the first thread has ended; but that is all that prevents it. */
public class OrderAfterJoin {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            synchronized (LEFT) {
                synchronized (RIGHT) { //~ lock-order
                    Thread.onSpinWait();
                }
            }
        });
        first.start();
        first.join();
        synchronized (RIGHT) {
            synchronized (LEFT) { //~ lock-order
                Thread.onSpinWait();
            }
        }
    }
}
