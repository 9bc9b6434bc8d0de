import java.util.ArrayList;
import java.util.List;

/**
 * A logger that goes through its appenders without the lock under which they are removed.
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
    for (Appender appender : appenders) {
      appender.append(message);
      count++;
    }
    return count;
  }
}
