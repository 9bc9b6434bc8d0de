//@ property: race
//@ kind: race
import java.util.ArrayList;
import java.util.List;

/** Two threads add to an ArrayList without a lock. */
public class UnlockedList {
    static final List<String> LIST = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> LIST.add("b")); //~ race
        other.start();
        LIST.add("a"); //~ race
        other.join();
    }
}
