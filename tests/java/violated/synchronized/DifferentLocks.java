//@ kind: race
/** Each thread locks, but each its own object. */
public class DifferentLocks {
    static int count;

    static class Adder extends Thread {
        private final Object lock = new Object();

        @Override
        public void run() {
            synchronized (lock) {
                count++; //~ race
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Adder first = new Adder();
        Adder second = new Adder();
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
