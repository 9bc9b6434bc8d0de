// kills: lazy not: every step affects Daemons
// kills: unlearned Noticed(Ends)
// kills: lazy not: End reads Daemons
// kills: layers not: End reads Daemons
/** The daemon may fail, unless main ends before. */
public class DaemonFails {
    static volatile int x;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            x = 1;
            throw new IllegalStateException();
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
