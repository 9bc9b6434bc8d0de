import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Repaired. The first value counts.
 */
public class Memoizer {
  private final ConcurrentMap<String, Object> values = new ConcurrentHashMap<>();

  public Object get(String key) {
    Object value = values.get(key);
    if (value == null) {
      value = new Object();
      Object first = values.putIfAbsent(key, value);
      if (first != null) value = first;
    }
    return value;
  }
}
