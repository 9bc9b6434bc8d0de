import java.util.concurrent.locks.StampedLock;

public class Point {
    private final StampedLock lock = new StampedLock();
    private double x, y;

    void move(double dx, double dy) {
        long stamp = lock.writeLock();
        try {
            x += dx;
            y += dy;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    double sum() {
        long stamp = lock.tryOptimisticRead();
        double cx = x;
        double cy = y;
        return cx + cy;
    }

    public static void main(String[] args) throws Exception {
        Point p = new Point();
        Thread t = new Thread(() -> p.move(1, -1));
        t.start();
        double sum = p.sum();
        t.join();
        if (sum != 0) throw new IllegalStateException("torn: " + sum);
    }
}
//@ says: data race on Point.x
//@ says: it holds Point.lock
//@ says: it holds no lock
