//@ options: --timeouts idle
/** When time passes only at rest, the shorter sleep ends first. */
public class ShortBeforeLong {
    static volatile boolean done;

    static class Early extends Thread {
        @Override
        public void run() {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Early().start();
        Thread.sleep(20);
        assert done;
    }
}
