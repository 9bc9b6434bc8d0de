import java.util.concurrent.atomic.AtomicLong;

/** Parts of arrays that move inside them and to others, the class of an object, long counters, and the
 *  time, which is only printed; beside a daemon, and code that no run comes to. Argument "far": a copy
 *  reaches over the end; "order": the parts move in one order only. */
public class Copies {
  static final class Growing {
    private Object[] elements = {};

    synchronized void add(Object element) {
      Object[] longer = new Object[elements.length + 1];
      System.arraycopy(elements, 0, longer, 0, elements.length);
      longer[elements.length] = element;
      elements = longer;
    }

    synchronized int size() { return elements.length; }

    synchronized Object get(int index) { return elements[index]; }
  }

  static final class Number {
    final int value;

    Number(int value) { this.value = value; }

    @Override public boolean equals(Object other) {
      return other.getClass() == Number.class && ((Number) other).value == value;
    }
  }

  static final Growing list = new Growing();
  static final AtomicLong sum = new AtomicLong();
  static int[] ring = {1, 2, 3, 4};
  static volatile boolean over, never;

  static void left(int value) {
    clock();
    list.add(new Number(value));
    sum.addAndGet(value);
    synchronized (list) { System.arraycopy(ring, 1, ring, 0, 3); }
  }

  static void clock() {
    long began = System.nanoTime();
    System.out.println(System.nanoTime() - began);
  }

  static void right(int value) {
    list.add(new Number(value));
    sum.getAndAdd(value);
    synchronized (list) { System.arraycopy(ring, 0, ring, 1, 3); }
  }

  public static void main(String[] args) throws InterruptedException {
    String how = args.length == 0 ? "" : args[0];
    Thread daemon = new Thread(() -> { while (!over || never) Thread.yield(); });
    daemon.setDaemon(true);
    daemon.start();
    Thread left = new Thread(() -> left(1)), right = new Thread(() -> right(2));
    left.start();
    right.start();
    left.join();
    right.join();
    assert list.size() == 2 && sum.get() == 3;
    assert list.get(0).equals(new Number(1)) != list.get(1).equals(new Number(1));
    Object one = list, other = how.isEmpty() ? sum : list;
    assert one.getClass() == Growing.class && !list.get(0).equals(one);
    assert (one.getClass() == other.getClass()) == (one == other);
    // There is nothing else to do for a model that does not know such arrays.
    if (list.size() > 2) ring = table(sum.intValue())[1];
    boolean leftFirst = is(2, 2, 3, 4), rightFirst = is(1, 2, 3, 3);
    assert leftFirst || rightFirst && !how.equals("order");
    over = true;
    if (how.equals("far")) System.arraycopy(ring, 2, ring, 0, 3);
  }

  static int[][] table(int size) { return new int[2][size]; }

  static boolean is(int a, int b, int c, int d) {
    return ring[0] == a && ring[1] == b && ring[2] == c && ring[3] == d;
  }
}
