/** Peterson's algorithm: mutual exclusion from volatile fields alone protects a plain counter. */
public class Peterson {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int count;

    static class Other extends Thread {
        @Override
        public void run() {
            wants1 = true;
            turn = 0;
            while (wants0 && turn == 0) {
                Thread.onSpinWait();
            }
            count++;
            wants1 = false;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Other other = new Other();
        other.start();
        wants0 = true;
        turn = 1;
        while (wants1 && turn == 1) {
            Thread.onSpinWait();
        }
        count++;
        wants0 = false;
        other.join();
        assert count == 2;
    }
}
