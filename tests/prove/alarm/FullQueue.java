//@ kind: deadlock
import java.util.concurrent.ArrayBlockingQueue;

/** More is put in than there is room for, and nobody takes. */
public class FullQueue {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        queue.put("first");
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    queue.put("next");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
    }
}
