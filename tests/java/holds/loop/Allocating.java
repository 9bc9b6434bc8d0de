/** A daemon that allocates in an endless loop: its states repeat, garbage does not matter. */
public class Allocating {
    static volatile int[] latest = new int[1];

    static class Maker extends Thread {
        @Override
        public void run() {
            while (true) {
                latest = new int[1];
            }
        }
    }

    public static void main(String[] args) {
        Maker maker = new Maker();
        maker.setDaemon(true);
        maker.start();
        assert latest[0] == 0;
    }
}
