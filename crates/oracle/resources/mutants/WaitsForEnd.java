/** The end of a thread wakes who waits on it, and may come before or after what main does. */
public class WaitsForEnd {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread ends = new Thread(() -> { });
        Thread waits = new Thread(() -> {
            synchronized (ends) {
                ends.start();
                try {
                    ends.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            x = 1;
        });
        waits.start();
        int seen = x;
        waits.join();
        System.out.println(seen);
    }
}
