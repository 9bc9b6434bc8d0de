/** Three threads, each joins the one before it. */
public class Chain {
    static int steps;

    static class Link extends Thread {
        private final Thread before;
        private final int place;

        Link(Thread before, int place) {
            this.before = before;
            this.place = place;
        }

        @Override
        public void run() {
            if (before != null) {
                try {
                    before.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            assert steps == place;
            steps++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Link first = new Link(null, 0);
        Link second = new Link(first, 1);
        first.start();
        second.start();
        second.join();
        assert steps == 2;
    }
}
