/** New objects are locks of their own: the two orders never meet. */
public class OwnLocks {
    static void run(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                assert first != second;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> run(Long.valueOf(1000), new String("lock"))).start();
        run(new String("lock"), Long.valueOf(1000));
    }
}
