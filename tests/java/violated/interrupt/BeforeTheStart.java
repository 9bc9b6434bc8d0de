//@ property: assertion
//@ kind: assertion

/** A thread is interrupted before it starts: whether it has noticed is a matter of the schedule. */
public class BeforeTheStart {
    static Thread sleeper;
    static boolean noticed;

    static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            noticed = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(BeforeTheStart::sleep);
        sleeper.interrupt();
        sleeper.start();
        boolean interrupted = sleeper.isInterrupted();
        sleeper.join();
        assert !(interrupted && noticed); //~ assertion
    }
}
