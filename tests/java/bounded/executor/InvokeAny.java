import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.List;

/** One result of several. */
public class InvokeAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int any = pool.invokeAny(List.of(() -> 1, () -> 2));
        assert any == 1 || any == 2;
        pool.shutdown();
    }
}
