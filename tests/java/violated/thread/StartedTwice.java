//@ kind: exception
/** A thread can be started once. */
public class StartedTwice {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread();
        thread.start();
        thread.join();
        thread.start(); //~ exception
    }
}
