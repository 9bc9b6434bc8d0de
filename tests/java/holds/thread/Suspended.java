//@ jdk: 17
/** A suspended thread does nothing until it is resumed. */
public class Suspended {
    static volatile int steps;
    static volatile boolean stop;

    static class Walker extends Thread {
        @Override
        public void run() {
            while (!stop) {
                steps = 1 - steps;
            }
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Walker walker = new Walker();
        walker.start();
        walker.suspend();
        int before = steps;
        assert steps == before;
        stop = true;
        walker.resume();
        walker.join();
    }
}
