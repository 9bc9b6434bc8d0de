//@ kind: deadlock
/** Two initialisers that need each other, each behind a write that has nothing to do with it. */
public class CycleBehindWrite {
    static volatile int unrelated;

    static class First {
        static int value = Second.value + 1; //~ deadlock
    }

    static class Second {
        static int value = First.value + 10; //~ deadlock
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            unrelated = 1;
            assert Second.value != 0;
        });
        other.start();
        unrelated = 2;
        assert First.value != 0;
        other.join();
    }
}
