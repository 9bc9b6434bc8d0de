//@ kind: assertion
/** The condition is not checked again after the wait: another consumer may have been faster. */
public class IfInsteadOfWhile {
    static final Object LOCK = new Object();
    static int items;

    static class Consumer extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                if (items == 0) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
                assert items > 0; //~ assertion
                items--;
            }
        }
    }

    static void produce() {
        synchronized (LOCK) {
            items++;
            LOCK.notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Consumer first = new Consumer();
        Consumer second = new Consumer();
        first.start();
        second.start();
        produce();
        produce();
        first.join();
        second.join();
    }
}
