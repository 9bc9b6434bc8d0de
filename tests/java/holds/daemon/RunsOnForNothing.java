/** A daemon may go round for ever: the program ends without it. */
public class RunsOnForNothing {
    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (true) {}
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
