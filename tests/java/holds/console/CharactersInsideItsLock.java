/** What is printed is read while the stream is locked, so its lock protects the characters. */
public class CharactersInsideItsLock {
    static final char[] TEXT = {'a', 'b'};
    static final byte[] BYTES = {65, 66};

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (System.out) {
                TEXT[0] = 'c';
                BYTES[1] = 67;
            }
        }).start();
        System.out.println(TEXT);
        System.out.write(BYTES, 0, 2);
    }
}
