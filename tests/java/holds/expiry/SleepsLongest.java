/** Who sleeps longer is up later, unless time runs out early. */
public class SleepsLongest {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done = true;
        });
        other.start();
        Thread.sleep(1000);
        assert done;
        other.join();
    }
}
