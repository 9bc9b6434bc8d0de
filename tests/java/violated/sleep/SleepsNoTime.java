//@ kind: assertion
/** Sleeping for no time is not waiting for the other thread; nothing has to run out early. */
public class SleepsNoTime {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> done = true);
        other.start();
        Thread.sleep(0);
        assert done; //~ assertion
        other.join();
    }
}
