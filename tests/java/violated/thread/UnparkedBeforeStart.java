//@ kind: deadlock
import java.util.concurrent.locks.LockSupport;

/** A permit for a thread that has not been started is lost. */
public class UnparkedBeforeStart {
    static final Thread worker = new Thread(LockSupport::park);

    public static void main(String[] args) {
        Thread starter = new Thread(worker::start);
        starter.start();
        LockSupport.unpark(worker);
    }
}
