//@ kind: assertion
//@ options: --search preemption --preemptions 2
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Forked tasks add to one field in two steps. */
public class SharedSum {
    static volatile int sum;

    static class Add extends RecursiveAction {
        @Override
        protected void compute() {
            sum = sum + 1;
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        Add one = new Add();
        Add other = new Add();
        pool.execute(one);
        pool.execute(other);
        one.join();
        other.join();
        assert sum == 2; //~ assertion
    }
}
