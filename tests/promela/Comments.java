import java.util.Map;

/** Comments leave variables out of the model that fields and others have the names of. */
public class Comments {
  static volatile int count;
  static volatile int size;

  static int add(int one, int other) {
    return one + other;
  }

  static void inside() {
    /*^ */ int count = 3;
    /*^ */ int sum = add(count, size), rest = 2;
    /*^ */ Map<String, Integer> size = null;
    if (sum > rest || size == null) Thread.yield();
  }

  public static void main(String[] args) throws InterruptedException {
    size = 2;
    Thread other = new Thread(Comments::inside);
    Thread adder = new Thread(() -> count = size + 1);
    other.start();
    adder.start();
    other.join();
    adder.join();
    assert count == 3;
  }
}
