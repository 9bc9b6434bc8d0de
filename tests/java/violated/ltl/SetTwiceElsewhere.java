//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []SetTwiceElsewhere.Gauge.level==0
// The initialiser of another class does, which a thread runs that is alone with it.
public class SetTwiceElsewhere {
    static class Gauge {
        static int level;

        static {
            level = 1;
            level = 0;
        }
    }

    static volatile int other;

    public static void main(String[] args) {
        new Thread(() -> other = Gauge.level).start();
    }
}
