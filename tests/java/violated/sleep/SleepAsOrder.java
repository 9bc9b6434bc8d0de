//@ kind: assertion
//@ options: --timeouts any
/** sleep() orders nothing, however long it is. */
public class SleepAsOrder {
    static volatile boolean done;

    static class Worker extends Thread {
        @Override
        public void run() {
            done = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Worker().start();
        Thread.sleep(1000);
        assert done; //~ assertion
    }
}
