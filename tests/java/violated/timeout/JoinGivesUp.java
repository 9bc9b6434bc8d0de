//@ kind: assertion
//@ options: --timeouts any
/** A timed join() may return while the thread still runs. */
public class JoinGivesUp {
    static volatile boolean done;

    static class Worker extends Thread {
        @Override
        public void run() {
            done = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        worker.join(100);
        assert done; //~ assertion
    }
}
