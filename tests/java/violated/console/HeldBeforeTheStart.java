//@ kind: deadlock
/** The console is locked before there are other threads, and held while one that prints is joined. */
public class HeldBeforeTheStart {
    public static void main(String[] args) throws InterruptedException {
        synchronized (System.out) {
            Thread printer = new Thread(() -> System.out.println("late")); //~ deadlock
            printer.start();
            printer.join(); //~ deadlock
        }
    }
}
