import java.util.concurrent.*;

public class Poller implements Runnable {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

    @Override public void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                String job = queue.take();
                System.out.println(job);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Poller poller = new Poller();
        Thread thread = new Thread(poller, "poller");
        thread.start();
        poller.queue.put("job");
        thread.interrupt();
        thread.join();
    }
}
//@ says: poller waits in Poller.queue.take(), and nobody will wake it
//@ says: interrupts poller
//@ says: is interrupted in it
//@ says: the interrupt of poller is used up
//@ says: restore the interrupt where it is caught
