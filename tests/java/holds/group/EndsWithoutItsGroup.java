//@ jdk: 25
/** A group is not told of the end of a thread. */
public class EndsWithoutItsGroup {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread thread = new Thread(group, () -> { });
        thread.start();
        synchronized (group) {
            thread.join();
        }
    }
}
