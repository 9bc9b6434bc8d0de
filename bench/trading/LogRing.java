package trading;

import java.util.ArrayList;
import java.util.List;

/** Remembers the last lines of the log; older ones are overwritten. Guarded by its own monitor. */
final class LogRing implements EventListener {
    private final String[] lines;
    private long written;

    LogRing(int size) {
        this.lines = new String[size];
    }

    @Override
    public void on(Event event) {
        if (event instanceof QuoteChanged) {
            return;
        }
        write(event.text());
    }

    synchronized void write(String line) {
        lines[(int) (written % lines.length)] = written + " " + line;
        written++;
    }

    synchronized long written() {
        return written;
    }

    /** The lines that are still there, oldest first. */
    synchronized List<String> tail() {
        List<String> list = new ArrayList<>();
        long from = Math.max(0, written - lines.length);
        for (long number = from; number < written; number++) {
            list.add(lines[(int) (number % lines.length)]);
        }
        return list;
    }

    /** Whether the lines are numbered without gaps. */
    boolean consistent() {
        long expected = -1;
        for (String line : tail()) {
            long number = Long.parseLong(line.substring(0, line.indexOf(' ')));
            if (expected >= 0 && number != expected) {
                return false;
            }
            expected = number + 1;
        }
        return true;
    }
}
