//@ kind: deadlock
/** Two initialisers that need each other, in two threads: each waits for the other's end. */
public class Cycle {
    static class First {
        static int value = Second.value + 1; //~ deadlock
    }

    static class Second {
        static int value = First.value + 10; //~ deadlock
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                assert Second.value != 0;
            }
        };
        other.start();
        assert First.value != 0;
        other.join();
    }
}
