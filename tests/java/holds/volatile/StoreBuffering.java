/** With volatile fields at least one thread sees the other's write. */
public class StoreBuffering {
    static volatile int x;
    static volatile int y;
    static int seenX;

    static class Other extends Thread {
        @Override
        public void run() {
            y = 1;
            seenX = x;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Other other = new Other();
        other.start();
        x = 1;
        int seenY = y;
        other.join();
        assert seenX == 1 || seenY == 1;
    }
}
