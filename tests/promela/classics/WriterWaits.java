/** Two readers who come again and again, and a writer who waits until none of them reads. */
public class WriterWaits {
    static int readers;
    static volatile boolean waits, writes;

    static synchronized void enter() {
        readers++;
    }

    static synchronized void leave() {
        readers--;
        if (readers == 0) {
            WriterWaits.class.notifyAll();
        }
    }

    static synchronized void write() throws InterruptedException {
        waits = true;
        while (readers > 0) {
            WriterWaits.class.wait();
        }
        writes = true;
        waits = false;
        writes = false;
    }

    static void read() {
        while (true) {
            enter();
            leave();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(WriterWaits::read).start();
        new Thread(WriterWaits::read).start();
        while (true) {
            write();
        }
    }
}
