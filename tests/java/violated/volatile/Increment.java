//@ kind: assertion
/** ++ on a volatile field is a read and a write. */
public class Increment {
    static volatile int count;

    static class Adder extends Thread {
        @Override
        public void run() {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Adder adder = new Adder();
        adder.start();
        count++;
        adder.join();
        assert count == 2; //~ assertion
    }
}
