import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Concurrent classes used by one thread. */
public class Sequential {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>(Map.of(3, "c", 1, "a"));
        p(map + " " + map.ceilingEntry(2) + " " + map.descendingKeySet());
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(2);
        p(deque.offer(1) + " " + deque.offerFirst(0) + " " + deque.offer(2) + " " + deque + " " + deque.remainingCapacity());
        CompletableFuture<String> future = CompletableFuture.completedFuture(2).thenApply(it -> it + 1).thenCombine(CompletableFuture.completedFuture("x"), (a, b) -> a + b);
        p(future.join() + " " + future.isDone() + " " + CompletableFuture.failedFuture(new IllegalStateException("f")).handle((v, e) -> e.getMessage()).join());
        Semaphore semaphore = new Semaphore(1);
        p(semaphore.tryAcquire() + " " + semaphore.tryAcquire());
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        p(lock.isWriteLocked() + " " + lock.getReadHoldCount() + " " + lock.writeLock().tryLock() + " " + lock.getWriteHoldCount());
        p(TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.MILLISECONDS.convert(3, TimeUnit.SECONDS) + " " + new LongAdder().sum());
    }
}
