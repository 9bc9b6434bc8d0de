//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []SetTwiceAtStart.level==0
// The initialiser of the main class gives the field another value for a moment.
public class SetTwiceAtStart {
    static int level;
    static volatile int other;

    static {
        level = 1;
        level = 0;
    }

    public static void main(String[] args) {
        new Thread(() -> other = 1).start();
    }
}
