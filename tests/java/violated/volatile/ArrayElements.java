//@ kind: race
/** volatile is the reference to the array, not its elements. */
public class ArrayElements {
    static volatile int[] cells = new int[2];

    static class Writer extends Thread {
        @Override
        public void run() {
            cells[1] = 42; //~ race
        }
    }

    public static void main(String[] args) {
        new Writer().start();
        int seen = cells[1]; //~ race
        assert seen == 0 || seen == 42;
    }
}
