// kills: lazy not: what comes after reads Sites
// kills: layers not: what comes after reads Sites
import java.util.Map;

/** How many threads there are. */
public class ThreadsListed {
    static volatile int x;

    public static void main(String[] args) {
        Thread other = new Thread(() -> x = 1);
        other.start();
        int seen = 0;
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            if (each.getKey() == other) {
                seen = 1;
            }
        }
        System.out.println(seen);
    }
}
