/**
 * An only instance that two threads make twice: the field is volatile, but nobody locks.
 */
public class LazyHolder {
  private static volatile LazyHolder instance;
  private volatile int hits;

  private LazyHolder() {}

  public static LazyHolder getInstance() {
    if (instance == null) instance = new LazyHolder();
    return instance;
  }
}
