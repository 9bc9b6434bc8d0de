//@ property: race
//@ kind: race
//@ says: ByteBuffer

import java.nio.ByteBuffer;

/** Two buffers have the same bytes; a thread has each. */
class RacingLostBuffer {
    public static void main(String[] args) {
        ByteBuffer buffer = ByteBuffer.allocate(4);
        ByteBuffer same = buffer.duplicate();
        ByteBuffer copy = ByteBuffer.allocate(4);
        new Thread(() -> buffer.put(0, (byte) 1)).start(); //~ race
        copy.put(same); //~ race
    }
}
