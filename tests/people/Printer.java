import java.util.concurrent.Semaphore;

public class Printer {
    private final Semaphore permits = new Semaphore(1);

    void print(String text) throws InterruptedException {
        permits.acquire();
        if (text.isEmpty()) throw new IllegalArgumentException("nothing to print");
        System.out.println(text);
        permits.release();
    }

    public static void main(String[] args) throws Exception {
        Printer printer = new Printer();
        Thread a = new Thread(() -> attempt(printer, ""), "a");
        Thread b = new Thread(() -> attempt(printer, "page"), "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }

    static void attempt(Printer printer, String text) {
        try {
            printer.print(text);
        } catch (IllegalArgumentException | InterruptedException e) {
            System.out.println("failed: " + e.getMessage());
        }
    }
}
//@ says: b waits in Printer.permits.acquire(), and nobody will wake it
//@ says: a took a permit of Printer.permits in step 3, and ended without releasing it
