/** Whether a thread lives, asked under its monitor, while main lives. */
public class EndsInMonitorOfThree {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread ends = new Thread(() -> x = 1);
        Thread asks = new Thread(() -> {
            synchronized (ends) {
                x = ends.isAlive() ? 2 : 3;
            }
        });
        ends.start();
        asks.start();
        asks.join();
        System.out.println(x);
    }
}
