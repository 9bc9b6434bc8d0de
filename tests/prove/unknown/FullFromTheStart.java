import java.util.concurrent.LinkedBlockingQueue;

/** A linked queue has a capacity, too. */
public class FullFromTheStart {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>(1);
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
