//@ options: --spurious-wakeups
import java.util.concurrent.locks.LockSupport;

/** The same in a loop. */
public class ParkedInLoop {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        });
        other.start();
        while (!ready) {
            LockSupport.park();
        }
        assert ready;
        other.join();
    }
}
