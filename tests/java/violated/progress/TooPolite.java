//@ property: progress
//@ kind: progress
// Each steps back when the other wants to go, for ever.
public class TooPolite {
    static volatile boolean oneWants;
    static volatile boolean twoWants;

    public static void main(String[] args) {
        new Thread(() -> {
            oneWants = true;
            while (twoWants) { //~ progress
                oneWants = false;
                oneWants = true;
            }
            oneWants = false;
        }, "one").start();
        new Thread(() -> {
            twoWants = true;
            while (oneWants) { //~ progress
                twoWants = false;
                twoWants = true;
            }
            twoWants = false;
        }, "two").start();
    }
}
