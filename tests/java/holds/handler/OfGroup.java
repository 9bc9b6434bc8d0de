/** A group takes the exceptions of its threads, and of the groups below it. */
public class OfGroup {
    static class Quiet extends ThreadGroup {
        private int seen;

        Quiet() {
            super("quiet");
        }

        @Override
        public synchronized void uncaughtException(Thread thread, Throwable exception) {
            seen++;
        }

        synchronized int seen() {
            return seen;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Quiet quiet = new Quiet();
        ThreadGroup below = new ThreadGroup(quiet, "below");
        Runnable failing = () -> {
            throw new IllegalStateException("on purpose");
        };
        Thread first = new Thread(quiet, failing);
        Thread second = new Thread(below, failing);
        first.start();
        second.start();
        first.join();
        second.join();
        assert quiet.seen() == 2;
    }
}
