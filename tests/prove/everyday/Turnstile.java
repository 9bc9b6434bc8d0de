//@ open: a loop that starts each element of an array once
import java.util.concurrent.atomic.AtomicInteger;

/** Guests count themselves while the gate is open. */
public class Turnstile {
    private final AtomicInteger visitors = new AtomicInteger();
    private volatile boolean open = true;

    boolean enter() {
        if (!open) {
            return false;
        }
        visitors.incrementAndGet();
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        Turnstile gate = new Turnstile();
        Thread[] guests = new Thread[6];
        for (int i = 0; i < guests.length; i++) {
            guests[i] = new Thread(() -> gate.enter(), "guest-" + i);
        }
        for (Thread guest : guests) {
            guest.start();
        }
        gate.open = false;
        for (Thread guest : guests) {
            guest.join();
        }
        System.out.println("visitors: " + gate.visitors.get());
    }
}
