//@ kind: race
import java.util.zip.CRC32;

/** The same, seen as a race. */
public class ChecksumRacing {
    static final byte[] bytes = {1, 2, 3, 4};

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> bytes[3] = 5); //~ race
        writer.start();
        new CRC32().update(bytes); //~ race
        writer.join();
    }
}
