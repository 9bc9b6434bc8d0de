//@ kind: assertion
/** interrupted() clears the flag, so the second look sees nothing. */
public class FlagCleared {
    static class Worker extends Thread {
        @Override
        public void run() {
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            assert isInterrupted(); //~ assertion
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        worker.interrupt();
        worker.join();
    }
}
