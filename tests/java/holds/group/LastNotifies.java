//@ jdk: 17
/** The last thread of a group that ends notifies it. */
public class LastNotifies {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        for (int i = 0; i < 2; i++) new Thread(group, () -> { }).start();
        synchronized (group) {
            while (group.activeCount() > 0) group.wait();
        }
    }
}
