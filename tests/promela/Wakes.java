/** Two threads that wake each other for ever, by the monitor of a class. */
public class Wakes {
  static synchronized void step() throws InterruptedException {
    Wakes.class.notifyAll();
    Wakes.class.wait();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              try {
                for (; ; ) step();
              } catch (InterruptedException e) {
                // The end.
              }
            });
    other.start();
    for (; ; ) step();
  }
}
