/** A thread that wants a lock which another takes again and again, and need not ever get it. */
public class Starves {
  static final Object LOCK = new Object();
  static boolean done;

  static class Inner {
    static volatile int rounds;

    static class Most {
      static final int MOST = 1;
    }
  }

  public static void main(String[] args) {
    Thread one =
        new Thread(
            () -> {
              synchronized (LOCK) {
                done = true;
              }
            });
    Thread other =
        new Thread(
            () -> {
              while (true) {
                synchronized (LOCK) {
                  Inner.rounds = 1 - Inner.rounds;
                }
              }
            });
    other.start();
    one.start();
  }
}
