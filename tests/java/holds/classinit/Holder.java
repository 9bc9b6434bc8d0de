/** Two threads use a class for the first time: its initialiser runs once, before both. */
public class Holder {
    static volatile int runs;

    static class Lazy {
        static int value;

        static {
            runs++;
            value = 42;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                assert Lazy.value == 42;
            }
        };
        other.start();
        assert Lazy.value == 42;
        other.join();
        assert runs == 1;
    }
}
