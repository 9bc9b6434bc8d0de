//@ property: termination,progress,starvation
public class FlagIsSet {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            while (!done) {
                Thread.onSpinWait();
            }
        }, "waiter");
        waiter.start();
        done = true;
        waiter.join();
    }
}
