//@ kind: race
/** More threads than a word has bits; the last two race. */
public class SeventyRacing {
    private static int count;

    static void add() {
        count++; //~ race
    }

    public static void main(String[] args) throws InterruptedException {
        for (int number = 0; number < 68; number++) {
            Thread thread = new Thread(SeventyRacing::add);
            thread.start();
            thread.join();
        }
        Thread first = new Thread(SeventyRacing::add);
        Thread last = new Thread(SeventyRacing::add);
        first.start();
        last.start();
        first.join();
        last.join();
    }
}
