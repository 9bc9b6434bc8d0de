//@ property: termination
//@ kind: termination
// The worker may clear the request to stop that came before it began.
public class StopSeenTooLate {
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            stop = false;
            while (!stop) { //~ termination
                Thread.yield();
            }
        }, "worker");
        worker.start();
        stop = true;
        worker.join();
    }
}
