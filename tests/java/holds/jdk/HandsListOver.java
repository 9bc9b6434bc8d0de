import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;

/** A list goes from one thread to the other by a queue. */
class HandsListOver {
    static final ArrayBlockingQueue<List<Integer>> queue = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        if (n == 1) {
            List<Integer> list = new ArrayList<>();
            list.add(1);
            queue.put(list);
        } else {
            List<Integer> list = queue.take();
            list.add(2);
            assert list.size() == 2;
        }
    }
}
