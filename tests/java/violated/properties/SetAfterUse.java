//@ kind: assertion
import java.util.concurrent.ForkJoinPool;

/** A property that is set after the class that reads it was used has none. */
public class SetAfterUse {
    public static void main(String[] args) {
        int before = ForkJoinPool.getCommonPoolParallelism();
        System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "" + (before + 1));
        assert ForkJoinPool.getCommonPoolParallelism() == before + 1; //~ assertion
    }
}
