/** Recursions that every JVM has room for. */
public class Deep {
    static int count(int depth) {
        return depth == 0 ? 0 : 1 + count(depth - 1);
    }

    public static void main(String[] args) throws InterruptedException {
        int[] counted = new int[1];
        Thread other = new Thread(() -> counted[0] = count(2000));
        other.start();
        assert count(10_000) == 10_000;
        other.join();
        assert counted[0] == 2000;
    }
}
