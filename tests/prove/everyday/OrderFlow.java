//@ open: numbers decide whether threads wait for ever
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Orders are handed over by a bounded queue. */
public class OrderFlow {
    static class Order {
        int amount;
        boolean paid;

        Order(int amount) {
            this.amount = amount;
        }
    }

    static class Clerk extends Thread {
        private final BlockingQueue<Order> in;

        Clerk(BlockingQueue<Order> in) {
            this.in = in;
        }

        @Override
        public void run() {
            try {
                Order order = in.take();
                order.paid = true;
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Order> queue = new ArrayBlockingQueue<>(2);
        for (int i = 0; i < 3; i++) {
            new Clerk(queue).start();
        }
        for (int i = 0; i < 3; i++) {
            queue.put(new Order(i));
        }
    }
}
