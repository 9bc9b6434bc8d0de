/** A thread that polls its interrupt flag; the flag is cleared by the poll. */
public class Polling {
    static class Poller extends Thread {
        @Override
        public void run() {
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            assert !isInterrupted();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Poller poller = new Poller();
        poller.start();
        poller.interrupt();
        poller.join();
    }
}
