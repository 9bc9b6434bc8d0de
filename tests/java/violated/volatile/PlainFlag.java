//@ kind: race
/** The flag that should publish the value is not volatile. */
public class PlainFlag {
    static int value;
    static boolean ready;

    static class Writer extends Thread {
        @Override
        public void run() {
            value = 42;
            ready = true; //~ race
        }
    }

    public static void main(String[] args) {
        new Writer().start();
        while (!ready) { //~ race
            Thread.onSpinWait();
        }
    }
}
