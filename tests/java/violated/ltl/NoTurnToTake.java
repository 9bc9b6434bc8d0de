//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []!(NoTurnToTake.zeroIn&&NoTurnToTake.oneIn) --fair strong
// Both look before either has said that it is in.
public class NoTurnToTake {
    static volatile boolean zeroIn;
    static volatile boolean oneIn;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                while (oneIn) {
                    Thread.onSpinWait();
                }
                zeroIn = true; //~ ltl
                zeroIn = false;
            }
        }, "zero").start();
        new Thread(() -> {
            while (true) {
                while (zeroIn) {
                    Thread.onSpinWait();
                }
                oneIn = true; //~ ltl
                oneIn = false;
            }
        }, "one").start();
    }
}
