import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers see both halves of what the writer wrote. */
public class ReadersAndWriter {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int a;
    static int b;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ReadersAndWriter::other);
        other.start();
        LOCK.readLock().lock();
        assert a == b;
        LOCK.readLock().unlock();
        other.join();
        assert a == 1;
    }

    static void other() {
        LOCK.writeLock().lock();
        a++;
        b++;
        LOCK.writeLock().unlock();
    }
}
