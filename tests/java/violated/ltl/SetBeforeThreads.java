//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []SetBeforeThreads.level==0
// main does, before there is another thread.
public class SetBeforeThreads {
    static int level;
    static volatile int other;

    public static void main(String[] args) {
        level = 1;
        level = 0;
        new Thread(() -> other = 1).start();
    }
}
