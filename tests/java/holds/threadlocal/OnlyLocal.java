/** What threads do to their own variables concerns nobody else: hardly a state is stored. */
public class OnlyLocal {
    static final ThreadLocal<int[]> SUM = ThreadLocal.withInitial(() -> new int[1]);

    static void add(int amount) {
        for (int round = 0; round < 3; round++) {
            SUM.get()[0] += amount;
        }
        assert SUM.get()[0] == 3 * amount;
        SUM.remove();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int number = 0; number < threads.length; number++) {
            int amount = number;
            threads[number] = new Thread(() -> add(amount));
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
