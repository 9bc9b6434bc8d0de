import java.util.ArrayList;
import java.util.List;

/** A list that is as old as the program, of which only main knows, comes to hold what others see, too. */
public class ListOfMain {
  static final class Pair {
    final int[] first = {1};
    final int[] second = {2};
  }

  static final Object lock = new Object();
  static Pair pair;
  static int sum;

  public static void main(String[] args) throws InterruptedException {
    List<Object> mine = new ArrayList<>();
    Thread adder = new Thread(ListOfMain::add);
    adder.start();
    mine.add(adder);
    synchronized (lock) {
      pair = new Pair();
    }
    mine.add(pair.second);
    synchronized (lock) {
      sum += mine.size();
    }
    adder.join();
    assert sum == 2 || sum == 5;
  }

  static void add() {
    synchronized (lock) {
      if (pair != null) {
        sum += pair.first[0] + pair.second[0];
      }
    }
  }
}
