/** After a timed join() the thread has either ended, with its result, or is alive. */
public class JoinOrAlive {
    static class Worker extends Thread {
        int result;

        @Override
        public void run() {
            result = 42;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        worker.join(100);
        if (!worker.isAlive()) {
            assert worker.result == 42;
        }
    }
}
