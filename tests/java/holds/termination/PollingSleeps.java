//@ property: termination
// A sleep ends some time, whatever others do.
public class PollingSleeps {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
            done = true;
        }, "worker");
        worker.start();
        while (!done) {
            Thread.onSpinWait();
        }
    }
}
