import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** A recursive task forks one half and joins it. */
public class SumsByHalves {
    static class Sum extends RecursiveTask<Integer> {
        final int from;
        final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) return from;
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        assert pool.invoke(new Sum(1, 3)) == 3;
    }
}
