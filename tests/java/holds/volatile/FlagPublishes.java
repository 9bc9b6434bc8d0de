/** A plain value is published by a volatile flag written after it. */
public class FlagPublishes {
    static int value;
    static volatile boolean ready;

    static class Writer extends Thread {
        @Override
        public void run() {
            value = 42;
            ready = true;
        }
    }

    public static void main(String[] args) {
        new Writer().start();
        while (!ready) {
            Thread.onSpinWait();
        }
        assert value == 42;
    }
}
