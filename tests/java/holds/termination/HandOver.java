//@ property: termination,progress,starvation
public class HandOver {
    static boolean full;
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            synchronized (monitor) {
                while (!full) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                full = false;
            }
        }, "taker");
        taker.start();
        synchronized (monitor) {
            full = true;
            monitor.notifyAll();
        }
        taker.join();
    }
}
