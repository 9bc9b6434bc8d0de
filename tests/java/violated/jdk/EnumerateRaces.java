//@ kind: race
/** {@code enumerate} writes into an array that another thread reads. */
public class EnumerateRaces {
    static final Thread[] ALL = new Thread[8];
    static Thread seen;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> Thread.enumerate(ALL)); //~ race
        thread.start();
        seen = ALL[0]; //~ race
        thread.join();
    }
}
