// kills: lazy not: Observe reads Started
// kills: lazy not: Start reads Slot
// kills: lazy not: Start writes Started
// kills: lazy as if it read: Start writes Started
// kills: layers not: Observe reads Started
// kills: layers not: Start reads Slot
// kills: layers not: Start writes Started
// kills: layers as if it read: Write writes Slot
import java.util.concurrent.locks.LockSupport;

/** Whether a thread is a daemon is decided when it starts. */
public class DaemonSetLate {
    public static void main(String[] args) {
        Thread parked = new Thread(LockSupport::park);
        Thread other = new Thread(() -> {
            try {
                parked.setDaemon(true);
            } catch (IllegalThreadStateException e) {
                System.out.print(1);
            }
        });
        other.start();
        parked.start();
    }
}
