//@ kind: assertion
/** What an initialiser sees depends on when the class is first used. */
public class SeenByInitializer {
    static volatile int flag;

    static class Snapshot {
        static final int SEEN = flag;
        static volatile int uses;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> flag = 1);
        Thread user = new Thread(() -> Snapshot.uses = 1);
        writer.start();
        user.start();
        writer.join();
        user.join();
        assert Snapshot.SEEN == 1; //~ assertion
    }
}
