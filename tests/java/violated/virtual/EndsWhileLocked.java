//@ jdk: 25
//@ kind: assertion

/** Whoever has locked the Thread of a virtual thread does not keep it from ending. */
public class EndsWhileLocked {
    public static void main(String[] args) {
        Thread virtual = Thread.ofVirtual().unstarted(() -> {});
        synchronized (virtual) {
            virtual.start();
            assert virtual.isAlive(); //~ assertion
        }
    }
}
