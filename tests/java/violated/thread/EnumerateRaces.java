//@ kind: race
/** Thread.enumerate writes into the array that it is given. */
public class EnumerateRaces {
    static final Thread[] ALL = new Thread[8];
    static Thread first;

    public static void main(String[] args) throws InterruptedException {
        Thread listing = new Thread(() -> Thread.enumerate(ALL)); //~ race
        listing.start();
        first = ALL[0]; //~ race
        listing.join();
    }
}
