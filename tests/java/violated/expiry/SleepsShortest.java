//@ kind: assertion
/** Who sleeps less is up before the other one, without anything unlikely. */
public class SleepsShortest {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done = true;
        });
        other.start();
        Thread.sleep(10);
        assert done; //~ assertion
        other.join();
    }
}
