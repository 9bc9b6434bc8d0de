// kills: layers not: End writes Monitor
/** Whether a thread lives, asked under its monitor, while main lives. */
public class EndsInMonitorOfThree {
    static final Thread ends = new Thread(() -> { });
    static final Thread asks = new Thread(() -> {
        synchronized (ends) {
            System.out.println(ends.isAlive() ? 2 : 3);
        }
    });

    public static void main(String[] args) {
        ends.start();
        asks.start();
        synchronized (EndsInMonitorOfThree.class) {
            try {
                EndsInMonitorOfThree.class.wait();
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
