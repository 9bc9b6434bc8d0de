//@ kind: deadlock
/** An interrupt is caught and forgotten, and nobody sends another. */
public class CaughtAndForgotten {
    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        Thread worker = new Thread(() -> {
            synchronized (monitor) {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        monitor.wait(); //~ deadlock
                    } catch (InterruptedException e) {
                        // It goes on as if nothing had happened.
                    }
                }
            }
        }, "worker");
        worker.start();
        worker.interrupt();
        worker.join(); //~ deadlock
    }
}
