//@ kind: deadlock
//@ jdk: 17
/** A thread needs the monitor of its group to end. */
public class NeedsItsGroupToEnd {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread thread = new Thread(group, () -> { });
        thread.start();
        synchronized (group) {
            thread.join(); //~ deadlock
        }
    }
}
