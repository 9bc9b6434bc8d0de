import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two fields under a lock for readers and writers. */
public class Ticker {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int ticks;
    private String label = "none";

    void tick(String text) {
        lock.writeLock().lock();
        try {
            ticks++;
            label = text;
        } finally {
            lock.writeLock().unlock();
        }
    }

    String show() {
        lock.readLock().lock();
        try {
            return label + ":" + ticks;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        Ticker ticker = new Ticker();
        Runnable reader = () -> System.out.println(ticker.show());
        for (int i = 0; i < 3; i++) {
            String text = "t" + i;
            new Thread(() -> ticker.tick(text)).start();
            new Thread(reader).start();
        }
    }
}
