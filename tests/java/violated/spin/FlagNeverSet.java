//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** A thread looks at a flag again and again after the last one that could have set it has ended. */
public class FlagNeverSet {
    static volatile boolean ready;
    static volatile boolean wanted;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (wanted) {
                ready = true;
            }
        });
        other.start();
        wanted = true;
        while (!ready) { //~ non-termination
            Thread.onSpinWait();
        }
        other.join();
    }
}
