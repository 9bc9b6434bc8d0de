import java.util.concurrent.locks.LockSupport;

/** One thread interrupts another that is parked, which then writes what main reads. */
public class ParkedBesideMain {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread parked = new Thread(() -> {
            LockSupport.park();
            x = 1;
        });
        Thread other = new Thread(parked::interrupt);
        parked.start();
        other.start();
        int seen = x;
        parked.join();
        System.out.println(seen);
    }
}
