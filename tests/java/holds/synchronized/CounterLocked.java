/** Two threads count under one lock: no race, no lost update. */
public class CounterLocked {
    static final Object LOCK = new Object();
    static int count;

    static class Adder extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                count++;
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
        assert count == 2;
    }
}
