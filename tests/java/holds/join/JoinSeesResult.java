/** Everything a thread did is visible after join(). */
public class JoinSeesResult {
    static class Worker extends Thread {
        int result;

        @Override
        public void run() {
            result = 6 * 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        worker.join();
        assert worker.result == 42;
        assert !worker.isAlive();
        worker.join();
    }
}
