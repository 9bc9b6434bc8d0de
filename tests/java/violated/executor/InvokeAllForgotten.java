//@ kind: deadlock
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.List;

/** The pool of invokeAll is not shut down. */
public class InvokeAllForgotten {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.invokeAll(List.of(() -> 1));
    }
}
