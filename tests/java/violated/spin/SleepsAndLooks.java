//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** Sleeping between two looks changes nothing. */
public class SleepsAndLooks {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {});
        other.start();
        while (!done) { //~ non-termination
            Thread.sleep(10); //~ non-termination
        }
        other.join();
    }
}
