//@ kind: assertion
//@ options: --timeouts any
/** An interrupt may come before the thread is started, while it sleeps, and after that. */
public class InterruptedBeforeStart {
    static volatile boolean slept;
    static final Thread worker = new Thread(() -> {
        try {
            Thread.sleep(10);
            slept = true;
        } catch (InterruptedException e) {
            slept = false;
        }
    });

    public static void main(String[] args) throws InterruptedException {
        Thread starter = new Thread(worker::start);
        starter.start();
        worker.interrupt();
        starter.join();
        worker.join();
        assert !slept; //~ assertion
    }
}
