//@ kind: assertion
//@ options: --timeouts any
/** The sleep may be over before the interrupt comes. */
public class OverBeforeInterrupt {
    static boolean interrupted;

    static class Sleeper extends Thread {
        @Override
        public void run() {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assert interrupted; //~ assertion
    }
}
