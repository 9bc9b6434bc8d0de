//@ property: race
//@ kind: race
//@ says: RacingCrc.crc

import java.util.zip.CRC32;

/** A checksum is not thread-safe. */
class RacingCrc {
    static final CRC32 crc = new CRC32();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            crc.update(1); //~ race
        });
        other.start();
        crc.update(2); //~ race
        other.join();
    }
}
