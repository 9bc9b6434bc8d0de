/** Two assertions that no run comes to: the report says so. */
public class NeverReached {
  static int x;
  static void never() { assert x == 1 : "no"; }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { if (x > 5) { assert x > 6; } });
    t.start(); t.join();
    assert x == 0;
  }
}
