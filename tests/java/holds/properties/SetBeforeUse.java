import java.util.concurrent.ForkJoinPool;

/** A property that is set before the class that reads it is used has its effect. */
public class SetBeforeUse {
    public static void main(String[] args) {
        System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "3");
        assert ForkJoinPool.getCommonPoolParallelism() == 3;
    }
}
