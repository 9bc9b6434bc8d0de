//@ kind: assertion
/** Read and write are each locked, but not together: free of races, and an update can be lost. */
public class SplitSection {
    static final Object LOCK = new Object();
    static int count;

    static class Adder extends Thread {
        @Override
        public void run() {
            int read;
            synchronized (LOCK) {
                read = count;
            }
            synchronized (LOCK) {
                count = read + 1;
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
        assert count == 2; //~ assertion
    }
}
