//@ property: termination
//@ kind: termination
//@ options: --fair none

import heddle.Heddle;

/** One thread goes round for ever; that the other would assume something false once it ran does not end that. */
public class AssumedAway {
    static volatile int x;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                x = 1 - x; //~ termination
            }
        }).start();
        new Thread(() -> Heddle.assume(false)).start();
    }
}
