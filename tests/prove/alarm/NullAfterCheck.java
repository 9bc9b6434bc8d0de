//@ kind: exception
/** Two threads use a box that each of them clears: the second one unboxes null. */
public class NullAfterCheck {
    static volatile Integer left = 1;

    static class Taker extends Thread {
        @Override
        public void run() {
            int taken = left; //~ exception
            left = null;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Taker().start();
        }
    }
}
