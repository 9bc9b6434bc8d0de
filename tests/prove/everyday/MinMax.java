/** The least and the greatest value under a monitor. */
public class MinMax {
    private int min = Integer.MAX_VALUE;
    private int max = Integer.MIN_VALUE;

    synchronized void accept(int value) {
        if (value < min) {
            min = value;
        }
        if (value > max) {
            max = value;
        }
    }

    synchronized String range() {
        return min + ".." + max;
    }

    public static void main(String[] args) throws InterruptedException {
        MinMax range = new MinMax();
        int[] data = {3, 1, 4, 1, 5, 9, 2, 6};
        Thread[] threads = new Thread[data.length];
        for (int i = 0; i < data.length; i++) {
            int value = data[i];
            threads[i] = new Thread(() -> range.accept(value));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(range.range());
    }
}
