/** Without exit, shutdown hooks begin when all other threads that are no daemons have ended. */
public class HookAfterAllThreads {
    static int done;

    static synchronized void add(int value) {
        done += value;
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (HookAfterAllThreads.class) {
                assert done == 3;
            }
        }));
        new Thread(() -> add(1)).start();
        add(2);
    }
}
