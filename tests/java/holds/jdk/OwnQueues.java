import java.util.PriorityQueue;

/** Each thread has a PriorityQueue of its own. */
class OwnQueues {
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
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(5);
        queue.add(n);
        assert queue.poll() == n && queue.poll() == 5;
    }
}
