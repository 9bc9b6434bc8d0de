import java.util.ArrayList;
import java.util.List;

/**
 * Repaired. A copy is taken under the lock.
 */
public class AppenderLogger {
  public interface Appender {
    void append(String message);
  }

  private final List<Appender> appenders = new ArrayList<>();

  public void addAppender(Appender appender) {
    synchronized (this) {
      appenders.add(appender);
    }
  }

  public void removeAllAppenders() {
    synchronized (this) {
      appenders.clear();
    }
  }

  public int log(String message) {
    int count = 0;
    List<Appender> copy;
    synchronized (this) {
      copy = new ArrayList<>(appenders);
    }
    for (Appender appender : copy) {
      appender.append(message);
      count++;
    }
    return count;
  }
}
