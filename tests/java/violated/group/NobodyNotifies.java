//@ kind: deadlock
//@ jdk: 25
/** Groups are not notified any more. */
public class NobodyNotifies {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        new Thread(group, () -> { }).start();
        synchronized (group) {
            while (group.activeCount() > 0) group.wait(); //~ deadlock
        }
    }
}
