// kills: layers not: Write touches everything
/** Two threads set the handler of a third; the last one counts. */
public class HandlerSetByTwo {
    static final Thread third = new Thread(() -> { });

    static void set(int digit) {
        third.setUncaughtExceptionHandler((thread, exception) -> System.out.println(digit));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> set(1));
        other.start();
        set(2);
        other.join();
        third.getUncaughtExceptionHandler().uncaughtException(third, null);
    }
}
