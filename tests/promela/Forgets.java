/** Two threads make locks, arrays and exceptions for ever, and forget them. Argument "torn": what the
 *  array shows is changed after it was shown; "dead": two of the locks are taken in either order;
 *  "thrown": an exception that a thread has kept is not caught. */
public class Forgets {
  static final class Cell {
    int value;
    Cell other;

    synchronized void put(int[] pair) { value = pair[0] + pair[1]; }

    synchronized int both() {
      synchronized (other) { return value + other.value; }
    }
  }

  static final class Odd extends RuntimeException {
    final int number;
    Odd(int number) {
      super(null, null, false, false);
      this.number = number;
    }
  }

  static Cell shown;
  static int[] last;
  static Odd kept;

  static void turn(int number, String how) {
    Cell cell = new Cell();
    cell.other = new Cell();
    int[] pair = { number, -number };
    synchronized (Forgets.class) {
      if (!how.equals("torn")) pair[1] = number;
      last = pair;
      shown = cell;
    }
    if (how.equals("torn")) pair[1] = number;
    Cell seen;
    int[] read;
    synchronized (Forgets.class) {
      seen = shown;
      read = last;
    }
    seen.put(read);
    assert seen.value == 2 || seen.value == 4 : seen.value;
    if (how.equals("dead")) {
      if (number == 1) seen.other.other = seen;
      (number == 1 ? seen : seen.other).other = number == 1 ? seen.other : seen;
      Cell first = number == 1 ? seen : seen.other;
      synchronized (first) {
        synchronized (first.other) { first.value = 2; }
      }
    }
    try {
      throw new Odd(number);
    } catch (Odd odd) {
      assert odd.number == number;
      synchronized (Forgets.class) { kept = odd; }
    }
    if (how.equals("thrown") && number == 2) {
      Odd odd;
      synchronized (Forgets.class) { odd = kept; }
      if (odd.number == 1) throw odd;
    }
  }

  public static void main(String[] args) {
    String how = args.length == 0 ? "" : args[0];
    for (int i = 1; i <= 2; i++) {
      int number = i;
      new Thread(() -> {
        while (true) turn(number, how);
      }).start();
    }
  }
}
