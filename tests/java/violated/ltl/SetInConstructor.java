//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []SetInConstructor.made<2
// The constructor of a thread counts, before the thread is started.
public class SetInConstructor extends Thread {
    static int made;

    SetInConstructor() {
        made++;
    }

    public static void main(String[] args) {
        new SetInConstructor();
        new SetInConstructor();
        made = 0;
        new SetInConstructor().start();
    }
}
