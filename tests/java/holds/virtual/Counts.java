//@ jdk: 25
/** Virtual threads count under a lock. */
public class Counts {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        Thread one = Thread.ofVirtual().start(Counts::add);
        Thread other = Thread.startVirtualThread(Counts::add);
        one.join();
        other.join();
        assert count == 2;
    }
}
