import java.util.concurrent.atomic.*;
public class Booking {
    static AtomicInteger seats = new AtomicInteger(1);
    static boolean book() {
        if (seats.get() > 0) { seats.decrementAndGet(); return true; }
        return false;
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Booking::book), b = new Thread(Booking::book);
        a.start(); b.start(); a.join(); b.join();
        assert seats.get() >= 0 : "overbooked: " + seats.get();
    }
}
//@ says: overbooked: -1
//@ says: calls Booking.seats.get(): 1
//@ says: such as incrementAndGet, compareAndSet or updateAndGet
