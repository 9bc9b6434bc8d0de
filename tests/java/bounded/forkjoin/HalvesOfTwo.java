import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Two workers share a sum: what one forks the other may take. */
public class HalvesOfTwo {
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
            Sum right = new Sum(middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) {
        assert new ForkJoinPool(2).invoke(new Sum(0, 3)) == 3;
    }
}
