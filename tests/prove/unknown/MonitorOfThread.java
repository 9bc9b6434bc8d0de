//@ reason: the monitor of a thread
/** A thread's own monitor is used by start and join, too. */
public class MonitorOfThread extends Thread {
    private int count;

    @Override
    public synchronized void run() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        MonitorOfThread thread = new MonitorOfThread();
        thread.start();
        thread.join();
    }
}
