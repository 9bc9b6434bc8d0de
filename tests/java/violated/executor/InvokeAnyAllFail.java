//@ kind: exception
//@ property: exception
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** invokeAny has nothing to give if every task fails. */
public class InvokeAnyAllFail {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Callable<Integer> fails = () -> {
            throw new IllegalStateException();
        };
        pool.invokeAny(List.of(fails)); //~ exception
    }
}
