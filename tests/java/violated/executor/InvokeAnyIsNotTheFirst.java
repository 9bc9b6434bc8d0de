//@ kind: assertion
//@ options: --search preemption --preemptions 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.List;

/** Any result may come, not only that of the first task. */
public class InvokeAnyIsNotTheFirst {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int any = pool.invokeAny(List.of(() -> 1, () -> 2));
        pool.shutdown();
        assert any == 1; //~ assertion
    }
}
