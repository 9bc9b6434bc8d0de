//@ kind: exception
/** Caught, wrapped and thrown again, by a thread that nobody watches. */
public class Rethrown {
    static void fail() {
        throw new IllegalArgumentException("inner");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                fail();
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException("outer", e); //~ exception
            }
        });
        other.start();
        other.join();
    }
}
