//@ kind: exception
/** setDaemon() on a thread that is alive throws. */
public class SetTooLate {
    public static void main(String[] args) {
        Thread thread = new Thread() {
            @Override
            public void run() {
            }
        };
        thread.start();
        thread.setDaemon(true); //~ exception
    }
}
