//@ kind: assertion
//@ property: deadlock,exception,assertion
import java.util.zip.CRC32;

/** A checksum reads all bytes of an array, not only the first. */
public class ChecksumRace {
    static final byte[] bytes = {1, 2, 3, 4};

    static long sum() {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    public static void main(String[] args) throws InterruptedException {
        long before = sum();
        Thread writer = new Thread(() -> bytes[3] = 5);
        writer.start();
        long meanwhile = sum();
        writer.join();
        assert meanwhile == before; //~ assertion
    }
}
