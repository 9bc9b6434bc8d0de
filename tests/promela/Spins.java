/** Two daemons go round and look at what nobody changes, while others count. Argument "wrong": they
 *  are expected to count further. */
public class Spins {
  static volatile boolean over;
  static int count;
  volatile boolean halt;

  public static void main(String[] args) throws InterruptedException {
    Spins spins = new Spins();
    Thread first = new Thread(() -> {
      do Thread.yield(); while (!over);
    });
    Thread second = new Thread(() -> {
      while (!spins.halt) Thread.onSpinWait();
    });
    first.setDaemon(true);
    second.setDaemon(true);
    first.start();
    second.start();
    Thread other = new Thread(() -> {
      synchronized (spins) { count++; }
    });
    other.start();
    synchronized (spins) { count++; }
    other.join();
    assert count == 2 + args.length;
  }
}
