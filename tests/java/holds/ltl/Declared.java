//@ property: deadlock
//@ options: --ltl <>(done&&terminated(Declared.java:14)) --fair weak
// A proposition is known by its name, and a thread by the line that starts it.
public class Declared {
    @interface Other {}

    @heddle.Proposition static volatile boolean done;

    @Other static volatile boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> done = true);
        Thread other = new Thread(() -> seen = done);
        worker.start();
        other.start();
        worker.join();
    }
}
