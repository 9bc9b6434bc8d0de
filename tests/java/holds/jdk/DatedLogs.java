import java.time.LocalDateTime;

/** A thread that writes the date for ever comes back to where it was: nobody compares what it writes. */
public class DatedLogs {
    static volatile String last = "";

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            while (true) {
                last = LocalDateTime.now() + " still here";
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        writer.setDaemon(true);
        writer.start();
        assert last.isEmpty() || last.endsWith("here");
    }
}
