import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Repaired. The map has such a method itself.
 */
public class SafeMap {
  private final Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());

  public Integer addIfMissing(String key, int value) {
    return map.putIfAbsent(key, value);
  }

  public Integer remove(String key) {
    return map.remove(key);
  }

  public Integer get(String key) {
    return map.get(key);
  }
}
