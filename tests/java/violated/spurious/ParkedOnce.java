//@ kind: assertion
//@ options: --spurious-wakeups
import java.util.concurrent.locks.LockSupport;

/** A park may end for no reason, so what it waits for has to be asked in a loop. */
public class ParkedOnce {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        });
        other.start();
        LockSupport.park();
        assert ready; //~ assertion
        other.join();
    }
}
