//@ kind: partial-deadlock
/** One of many threads waits for ever, while others come and go. */
public class EndlessOneStuck {
    static final Object bell = new Object();
    static boolean missed;
    static int round;

    public static void main(String[] args) throws Exception {
        while (true) {
            round = (round + 1) % 12;
            boolean waits = round == 9 && !missed;
            missed |= waits;
            Thread worker = new Thread(() -> {
                if (waits) {
                    await();
                }
            });
            worker.start();
            if (!waits) {
                worker.join();
            }
        }
    }

    static void await() {
        synchronized (bell) {
            try {
                bell.wait(); //~ partial-deadlock
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
