/** A thread seen to be no longer alive has done all its work; one not started has nothing to join. */
public class NotAlive {
    static class Worker extends Thread {
        int result;

        @Override
        public void run() {
            result = 42;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker never = new Worker();
        never.join();
        assert never.result == 0;
        Worker worker = new Worker();
        worker.start();
        while (worker.isAlive()) {
            Thread.yield();
        }
        assert worker.result == 42;
    }
}
