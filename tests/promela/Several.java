/** Three things are wrong with it, each in a thread of its own. */
public class Several {
  static volatile int turn;
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();

  public static void main(String[] args) {
    new Thread(
            () -> {
              assert turn == 0;
              turn = 1;
              both(LEFT, RIGHT);
            })
        .start();
    new Thread(
            () -> {
              if (turn == 1) throw new IllegalStateException();
              turn = 2;
              both(RIGHT, LEFT);
            })
        .start();
  }

  static void both(Object one, Object other) {
    synchronized (one) {
      synchronized (other) {
      }
    }
  }
}
