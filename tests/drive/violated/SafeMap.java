import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * A synchronized map with a method of two calls, between which others may come.
 */
public class SafeMap {
  private final Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());

  public Integer addIfMissing(String key, int value) {
    Integer old = map.get(key);
    if (old == null) map.put(key, value);
    return old;
  }

  public Integer remove(String key) {
    return map.remove(key);
  }

  public Integer get(String key) {
    return map.get(key);
  }
}
