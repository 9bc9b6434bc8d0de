//@ property: starvation
//@ kind: starvation
// Readers come and go so that one is always there: the writer is woken, looks, and waits again.
public class WriterPassedOver {
    static int readers;
    static boolean writing;
    static final Object monitor = new Object();

    static void read() throws InterruptedException {
        while (true) {
            synchronized (monitor) {
                while (writing) {
                    monitor.wait(); //~ starvation
                }
                readers++;
            }
            synchronized (monitor) {
                readers--;
                monitor.notifyAll();
            }
        }
    }

    static void write() throws InterruptedException {
        while (true) {
            synchronized (monitor) {
                while (writing || readers > 0) {
                    monitor.wait(); //~ starvation
                }
                writing = true;
            }
            synchronized (monitor) {
                writing = false;
                monitor.notifyAll();
            }
        }
    }

    interface Task {
        void run() throws InterruptedException;
    }

    static void start(String name, Task task) {
        new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, name).start();
    }

    public static void main(String[] args) {
        start("reader", WriterPassedOver::read);
        start("second reader", WriterPassedOver::read);
        start("writer", WriterPassedOver::write);
    }
}
