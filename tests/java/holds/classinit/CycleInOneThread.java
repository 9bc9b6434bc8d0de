/** Two initialisers that need each other, in one thread: the inner one sees default values. */
public class CycleInOneThread {
    static class First {
        static int value = Second.value + 1;
    }

    static class Second {
        static int value = First.value + 10;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                assert First.value == 11;
            }
        };
        other.start();
        other.join();
        assert Second.value == 10;
    }
}
