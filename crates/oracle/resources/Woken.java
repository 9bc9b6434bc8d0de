/** Who gets the monitor after a notification is open: the woken thread, or one that comes. */
public class Woken {
    static final Object M = new Object();
    static boolean told;
    static boolean waited;
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (M) {
                while (!told) {
                    waited = true;
                    try {
                        M.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                x = x * 2 + 1;
            }
        });
        Thread teller = new Thread(() -> {
            synchronized (M) {
                told = true;
                M.notify();
            }
            synchronized (M) {
                x = x * 2 + 2;
            }
        });
        waiter.start();
        teller.start();
        waiter.join();
        teller.join();
        System.out.println(waited + " " + x);
    }
}
