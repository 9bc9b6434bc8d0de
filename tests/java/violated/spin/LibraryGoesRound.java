//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
import java.util.stream.Stream;

/** The loop is the library's: it asks again and again for what nobody sets. */
public class LibraryGoesRound {
    static volatile boolean ready;
    static volatile boolean wanted;

    public static void main(String[] args) {
        new Thread(() -> {
            if (wanted) {
                ready = true;
            }
        }).start();
        wanted = true;
        Stream.generate(() -> ready).anyMatch(it -> it); //~ non-termination
    }
}
