//@ property: starvation
//@ options: --search dfs
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class QueueServesConsumers {
    static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

    interface Task {
        void run() throws InterruptedException;
    }

    static void forever(String name, Task task) {
        new Thread(() -> {
            try {
                while (true) {
                    task.run();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, name).start();
    }

    public static void main(String[] args) {
        forever("producer", () -> queue.put(1));
        forever("consumer", queue::take);
        forever("second consumer", queue::take);
    }
}
