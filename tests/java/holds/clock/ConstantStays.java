/** A number that only looks like a time stamp is none. */
public class ConstantStays {
    static long date = 1_767_225_600_000L + 0x5eed;
    static long[] elements = {0x0100_5eed_0000_0000L, date};

    public static void main(String[] args) throws InterruptedException {
        long local = 1_767_225_624_301L;
        Thread other = new Thread(() -> {});
        other.start();
        Thread.sleep(1000);
        assert date == 1_767_225_600_000L + 0x5eed;
        assert local == 1_767_225_624_301L;
        assert elements[0] == 0x0100_5eed_0000_0000L && elements[1] == date;
        other.join();
    }
}
