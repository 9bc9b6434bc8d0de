//@ property: race
//@ kind: race
//@ says: RacingByteBuffer.buffer

import java.nio.ByteBuffer;

/** A ByteBuffer is not thread-safe. */
class RacingByteBuffer {
    static final ByteBuffer buffer = ByteBuffer.allocate(8);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            buffer.put((byte) 1); //~ race
        });
        other.start();
        buffer.put((byte) 2); //~ race
        other.join();
    }
}
