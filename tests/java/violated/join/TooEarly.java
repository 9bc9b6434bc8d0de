//@ kind: assertion
/** The result is volatile, so there is no race, but nothing makes main wait for it. */
public class TooEarly {
    static volatile int result;

    static class Worker extends Thread {
        @Override
        public void run() {
            result = 42;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        assert result == 42; //~ assertion
        worker.join();
    }
}
