//@ kind: deadlock
/** Producers and consumers share one wait set; notify() can wake one of the wrong kind. */
public class WrongWaiterWoken {
    private boolean full;

    synchronized void put() throws InterruptedException {
        while (full) {
            wait(); //~ deadlock
        }
        full = true;
        notify();
    }

    synchronized void take() throws InterruptedException {
        while (!full) {
            wait(); //~ deadlock
        }
        full = false;
        notify();
    }

    static class Producer extends Thread {
        private final WrongWaiterWoken buffer;

        Producer(WrongWaiterWoken buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                buffer.put();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Consumer extends Thread {
        private final WrongWaiterWoken buffer;

        Consumer(WrongWaiterWoken buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                buffer.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        WrongWaiterWoken buffer = new WrongWaiterWoken();
        new Consumer(buffer).start();
        new Consumer(buffer).start();
        new Producer(buffer).start();
        new Producer(buffer).start();
    }
}
