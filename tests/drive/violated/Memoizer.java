import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A table of computed values that returns the value it has computed itself, and not the one that was there first.
 */
public class Memoizer {
  private final ConcurrentMap<String, Object> values = new ConcurrentHashMap<>();

  public Object get(String key) {
    Object value = values.get(key);
    if (value == null) {
      value = new Object();
      values.putIfAbsent(key, value);
    }
    return value;
  }
}
