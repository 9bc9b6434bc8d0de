import java.util.ArrayList;
import java.util.List;

/** Threads append to a list under its monitor. */
public class EventLog {
    private final List<String> lines = new ArrayList<>();

    void log(String line) {
        synchronized (lines) {
            lines.add(line);
        }
    }

    int size() {
        synchronized (lines) {
            return lines.size();
        }
    }

    public static void main(String[] args) {
        EventLog log = new EventLog();
        for (int i = 0; i < 4; i++) {
            int number = i;
            new Thread(() -> log.log("event " + number)).start();
        }
        System.out.println(log.size());
    }
}
