/** The three calls that need the lock say so with an exception, which the program handles. */
public class NotOwnerCaught {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        int caught = 0;
        try {
            lock.wait();
        } catch (IllegalMonitorStateException e) {
            caught++;
        }
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            caught++;
        }
        try {
            lock.notifyAll();
        } catch (IllegalMonitorStateException e) {
            caught++;
        }
        assert caught == 3;
    }
}
