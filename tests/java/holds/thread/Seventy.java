/** More threads than a word has bits; the last two contend. */
public class Seventy {
    private static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int number = 0; number < 68; number++) {
            Thread thread = new Thread(Seventy::add);
            thread.start();
            thread.join();
        }
        Thread first = new Thread(Seventy::add);
        Thread last = new Thread(Seventy::add);
        first.start();
        last.start();
        first.join();
        last.join();
        assert count == 70;
    }
}
