import java.util.concurrent.CopyOnWriteArrayList;

/** An iterator sees the list as it was. */
public class Iterates {
    static final CopyOnWriteArrayList<Integer> LIST = new CopyOnWriteArrayList<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Iterates::other);
        other.start();
        int seen = 0;
        for (int each : LIST) seen += each;
        assert seen <= 1;
        other.join();
        assert LIST.size() == 1;
    }

    static void other() {
        LIST.add(1);
    }
}
