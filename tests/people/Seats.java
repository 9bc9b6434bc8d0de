import java.util.concurrent.ConcurrentHashMap;

public class Seats {
    private final ConcurrentHashMap<Integer, String> seats = new ConcurrentHashMap<>();

    boolean book(int seat, String name) {
        if (!seats.containsKey(seat)) {
            seats.put(seat, name);
            return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        Seats plane = new Seats();
        boolean[] got = new boolean[2];
        Thread ann = new Thread(() -> got[0] = plane.book(1, "Ann"), "Ann");
        Thread bob = new Thread(() -> got[1] = plane.book(1, "Bob"), "Bob");
        ann.start();
        bob.start();
        ann.join();
        bob.join();
        assert !(got[0] && got[1]) : "both have the seat, says the map: " + plane.seats.get(1);
    }
}
//@ says: both have the seat, says the map: Ann
//@ says: calls Seats.seats.containsKey()
//@ says: calls Seats.seats.put()
//@ says: Seats.java:7
