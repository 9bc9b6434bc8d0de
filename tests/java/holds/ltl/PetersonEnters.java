//@ property: deadlock
//@ options: --ltl [](PetersonEnters.zeroWants-><>PetersonEnters.inside==1) --ltl []!(at(zero,PetersonEnters.java:18)&&at(one,PetersonEnters.java:31)) --fair weak
// Each gets in once it wants to, if both are run; and never both at once.
public class PetersonEnters {
    static volatile boolean zeroWants;
    static volatile boolean oneWants;
    static volatile int turn;
    static volatile int inside;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                zeroWants = true;
                turn = 1;
                while (oneWants && turn == 1) {
                    Thread.onSpinWait();
                }
                inside = 1;
                inside = 0;
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
                inside = 2;
                inside = 0;
                oneWants = false;
            }
        }, "one").start();
    }
}
