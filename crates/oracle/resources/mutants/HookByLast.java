/** The last thread to end starts the shutdown hook, which runs beside daemons. */
public class HookByLast {
    static volatile int x, y;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print(x)));
        Thread daemon = new Thread(() -> x = 1);
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> y = 1).start();
    }
}
