/** Two threads that write different elements of one array don't race. */
public class SeparateElements {
    static final int[] CELLS = new int[2];

    static class Writer extends Thread {
        @Override
        public void run() {
            CELLS[1] = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Writer writer = new Writer();
        writer.start();
        CELLS[0] = 1;
        writer.join();
        assert CELLS[0] + CELLS[1] == 3;
    }
}
