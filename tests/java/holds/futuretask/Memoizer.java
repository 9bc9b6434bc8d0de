import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** A value is computed once, however many ask for it. */
public class Memoizer {
    static final ConcurrentMap<Integer, FutureTask<Integer>> cache = new ConcurrentHashMap<>();
    static final AtomicInteger runs = new AtomicInteger();

    static int square(int of) {
        try {
            FutureTask<Integer> task = cache.get(of);
            if (task == null) {
                FutureTask<Integer> mine = new FutureTask<>(() -> {
                    runs.incrementAndGet();
                    return of * of;
                });
                task = cache.putIfAbsent(of, mine);
                if (task == null) {
                    task = mine;
                    task.run();
                }
            }
            return task.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> square(3));
        other.start();
        assert square(3) == 9;
        other.join();
        assert runs.get() == 1;
    }
}
