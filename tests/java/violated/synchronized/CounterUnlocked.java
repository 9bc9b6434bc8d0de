//@ kind: race
/** Two threads count without a lock. */
public class CounterUnlocked {
    static int count;

    static class Adder extends Thread {
        @Override
        public void run() {
            count++; //~ race
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
