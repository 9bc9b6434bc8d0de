/**
 * Repaired. It is made under a lock, and looked at once more there.
 */
public class LazyHolder {
  private static volatile LazyHolder instance;
  private volatile int hits;

  private LazyHolder() {}

  public static LazyHolder getInstance() {
    if (instance == null) {
      synchronized (LazyHolder.class) {
        if (instance == null) instance = new LazyHolder();
      }
    }
    return instance;
  }
}
