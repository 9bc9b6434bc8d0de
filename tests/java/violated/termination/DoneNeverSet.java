//@ property: termination
//@ kind: termination
public class DoneNeverSet {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            while (!done) { //~ termination
                Thread.onSpinWait();
            }
        }, "waiter");
        waiter.start();
        waiter.join();
    }
}
