//@ kind: exception
//@ options: --timeouts any
/** What is left until a deadline may be less than nothing when it is asked for. */
public class NothingLeftToSleep {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        long deadline = System.currentTimeMillis() + 50;
        Thread other = new Thread(() -> x = 1);
        other.start();
        if (x == 0) {
            Thread.sleep(deadline - System.currentTimeMillis()); //~ exception
        }
        other.join();
    }
}
