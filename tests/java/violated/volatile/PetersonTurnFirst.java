//@ property: deadlock,exception,assertion
//@ kind: assertion
/** Peterson's algorithm with its first two writes swapped lets both in. */
public class PetersonTurnFirst {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static volatile int inside;

    static void critical() {
        inside++;
        assert inside == 1; //~ assertion
        inside--;
    }

    static class Other extends Thread {
        @Override
        public void run() {
            turn = 0;
            wants1 = true;
            while (wants0 && turn == 0) {
                Thread.onSpinWait();
            }
            critical();
            wants1 = false;
        }
    }

    public static void main(String[] args) {
        new Other().start();
        turn = 1;
        wants0 = true;
        while (wants1 && turn == 1) {
            Thread.onSpinWait();
        }
        critical();
        wants0 = false;
    }
}
