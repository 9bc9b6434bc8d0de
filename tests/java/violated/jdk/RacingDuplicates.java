//@ property: race
//@ kind: race
//@ says: ByteBuffer

import java.nio.ByteBuffer;

/** Each thread has a duplicate of one buffer. */
class RacingDuplicates {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        Thread one = new Thread(() -> buffer.duplicate().putInt(0, 1)); //~ race
        Thread other = new Thread(() -> buffer.duplicate().putInt(0, 2)); //~ race
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
