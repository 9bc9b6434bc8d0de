import java.util.concurrent.*;
public class Nested {
    static final ExecutorService pool = Executors.newFixedThreadPool(2);
    static int leaf(int n) { return n * n; }
    static int node(int n) throws Exception {
        Future<Integer> child = pool.submit(() -> leaf(n));
        return child.get() + 1;
    }
    public static void main(String[] args) throws Exception {
        Future<Integer> a = pool.submit(() -> node(1));
        Future<Integer> b = pool.submit(() -> node(2));
        System.out.println(a.get() + b.get());
        pool.shutdown();
    }
}
//@ says: waits, within a task, for a task of its own pool, of which no thread is free
//@ says: Nested.java:7
//@ says: let no task wait for another one of its own pool
