//@ options: --search preemption --preemptions 2
//@ kind: assertion
//@ property: assertion
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Two workers add to one sum, and neither sees what the other has just written. */
public class HalvesLost {
    static volatile int sum;

    static class Add extends RecursiveAction {
        final int from;
        final int to;

        Add(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                sum += from;
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new Add(from, middle), new Add(middle, to));
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(new Add(1, 3));
        assert sum == 3; //~ assertion
    }
}
