// kills: lazy not: Interrupt reads Started
// kills: layers not: Interrupt reads Started
import java.util.concurrent.locks.LockSupport;

/** An interrupt wakes who is parked only if it has been started. */
public class InterruptedBeforeStart {
    static volatile boolean was;

    public static void main(String[] args) {
        Thread parked = new Thread(() -> {
            if (Thread.interrupted()) {
                LockSupport.park();
            }
        });
        Thread other = new Thread(parked::interrupt);
        other.start();
        parked.start();
    }
}
