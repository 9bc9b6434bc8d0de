//@ kind: assertion
//@ jdk: 17
//@ property: assertion
/** A thread lets go of its group before it is dead. */
public class NoGroupWhileAlive {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> { });
        thread.start();
        ThreadGroup group = thread.getThreadGroup();
        assert group != null || !thread.isAlive(); //~ assertion
    }
}
