//@ kind: deadlock
//@ property: deadlock
import java.util.concurrent.FutureTask;

/** The task waits for its own result. */
public class AwaitsItself {
    static FutureTask<Integer> task;

    public static void main(String[] args) throws InterruptedException {
        task = new FutureTask<>(() -> task.get()); //~ deadlock
        Thread runner = new Thread(task);
        runner.start();
        runner.join(); //~ deadlock
    }
}
