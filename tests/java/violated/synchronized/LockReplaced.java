//@ kind: race
/** The lock lives in a field that its own critical section replaces. */
public class LockReplaced {
    static volatile Object lock = new Object();
    static int count;

    static class Adder extends Thread {
        @Override
        public void run() {
            synchronized (lock) {
                lock = new Object();
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
