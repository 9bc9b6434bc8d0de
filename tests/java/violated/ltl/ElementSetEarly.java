//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []ElementSetEarly.levels[1]==0
// The same for an element of an array, in the initialiser.
public class ElementSetEarly {
    static final int[] levels = new int[2];
    static volatile int other;

    static {
        levels[1] = 1;
        levels[1] = 0;
    }

    public static void main(String[] args) {
        new Thread(() -> other = 1).start();
    }
}
