//@ kind: race
/** The characters are changed without the lock of the stream that reads them. */
public class CharactersOutsideItsLock {
    static final char[] TEXT = {'a', 'b'};

    public static void main(String[] args) {
        new Thread(() -> TEXT[0] = 'c').start(); //~ race
        System.out.println(TEXT); //~ race
    }
}
