import java.util.ArrayDeque;

/** Lines for a file, taken by one thread: who waits for a line when the appender is closed is told. */
public class AsyncAppender {
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private boolean isClosed;

  public synchronized boolean append(String line) {
    if (isClosed) return false;
    lines.add(String.valueOf(line));
    notifyAll();
    return true;
  }

  /** The next line, or null when there are no more. */
  public synchronized String nextLine() throws InterruptedException {
    while (lines.isEmpty() && !isClosed) wait();
    return lines.poll();
  }

  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }
}
