/** The end of main starts the shutdown hook, which runs beside daemons. */
public class HookByMain {
    static volatile int x;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print(x)));
        Thread daemon = new Thread(() -> x = 1);
        daemon.setDaemon(true);
        daemon.start();
    }
}
