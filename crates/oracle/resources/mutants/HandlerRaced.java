// kills: lazy not: Write touches everything
/** The handler of a thread is set by another while it ends. */
public class HandlerRaced {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            throw new IllegalStateException();
        });
        other.setUncaughtExceptionHandler((thread, exception) -> x += 1);
        other.start();
        other.setUncaughtExceptionHandler((thread, exception) -> x += 2);
        other.join();
        System.out.println(x + " " + (other.getUncaughtExceptionHandler() == null));
    }
}
