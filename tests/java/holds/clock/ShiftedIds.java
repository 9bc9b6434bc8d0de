/** Numbers made of a time stamp's bits and a count differ wherever the stamps or the counts do. */
public class ShiftedIds {
    static long last = -1;
    static long count;

    static synchronized long next() {
        long now = System.currentTimeMillis();
        if (now == last) {
            count++;
        } else {
            count = 0;
            last = now;
        }
        return now << 12 | count;
    }

    public static void main(String[] args) throws InterruptedException {
        long[] made = new long[2];
        Thread other = new Thread(() -> made[1] = next());
        other.start();
        made[0] = next();
        other.join();
        assert made[0] != made[1];
    }
}
