//@ kind: deadlock
/** One thread locks a Thread and then the table; another locks the table and starts the thread. */
public class StartInTheWrongOrder {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> { });
        Object table = new Object();
        new Thread(() -> {
            synchronized (table) {
                worker.start(); //~ deadlock
            }
        }).start();
        synchronized (worker) {
            synchronized (table) { //~ deadlock
                done = true;
            }
        }
    }
}
