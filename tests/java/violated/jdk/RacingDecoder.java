//@ property: race
//@ kind: race
//@ says: RacingDecoder.encoder

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/** A Charset may be shared, its encoder may not. */
class RacingDecoder {
    static final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            encoder.reset(); //~ race
        });
        other.start();
        encoder.onMalformedInput(java.nio.charset.CodingErrorAction.REPLACE).encode(CharBuffer.wrap("a"), ByteBuffer.allocate(8), true); //~ race
        other.join();
    }
}
