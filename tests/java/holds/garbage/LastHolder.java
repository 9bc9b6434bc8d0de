/** What is older than the threads lives as long as somebody holds it: a box that is let go of, or a thread. */
public class LastHolder {
  static final Object lock = new Object();
  static final Object other = new Object();
  static int[] old = new int[1];
  static Object[] box;
  static int seen;
  static int count;

  public static void main(String[] args) throws InterruptedException {
    Thread keeper = new Thread(LastHolder::keep);
    Thread counter = new Thread(LastHolder::count);
    keeper.start();
    counter.start();
    synchronized (lock) {
      old = null;
    }
    synchronized (lock) {
      box = null;
    }
    keeper.join();
    counter.join();
    assert seen == 0 || seen == 7;
  }

  static void keep() {
    Object[] inner = new Object[1];
    synchronized (lock) {
      if (old != null) {
        old[0] = 7;
        inner[0] = old;
      }
      box = new Object[] {inner};
    }
    inner = null;
    int[] mine = null;
    synchronized (lock) {
      if (box != null) {
        mine = (int[]) ((Object[]) box[0])[0];
      }
    }
    synchronized (lock) {
      if (box != null) {
        ((Object[]) box[0])[0] = null;
      }
    }
    synchronized (lock) {
      seen += mine == null ? 0 : mine[0];
    }
  }

  static void count() {
    for (int i = 0; i < 2; i++) {
      synchronized (other) {
        count++;
      }
    }
  }
}
