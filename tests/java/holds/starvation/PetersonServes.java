//@ property: starvation
//@ options: --fair weak
// Peterson's algorithm lets each thread in once the other has been in.
public class PetersonServes {
    static volatile boolean zeroWants;
    static volatile boolean oneWants;
    static volatile int turn;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                zeroWants = true;
                turn = 1;
                while (oneWants && turn == 1) {
                    Thread.onSpinWait();
                }
                zeroWants = false;
            }
        }, "zero").start();
        new Thread(() -> {
            while (true) {
                oneWants = true;
                turn = 0;
                while (zeroWants && turn == 0) {
                    Thread.onSpinWait();
                }
                oneWants = false;
            }
        }, "one").start();
    }
}
