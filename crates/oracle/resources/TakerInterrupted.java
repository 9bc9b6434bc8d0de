import java.util.concurrent.LinkedBlockingQueue;

/** One who takes from a queue is interrupted, while another puts something in and looks how much there is. */
public class TakerInterrupted {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(TakerInterrupted::take);
        taker.start();
        taker.interrupt();
        boolean seen = taker.isInterrupted();
        queue.offer(1);
        System.out.println("seen " + seen + ", then " + queue.size());
    }

    static void take() {
        try {
            System.out.println("took " + queue.take());
        } catch (InterruptedException e) {
            System.out.println("interrupted, left " + queue.size());
        }
    }
}
