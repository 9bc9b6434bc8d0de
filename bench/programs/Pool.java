import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A pool of W workers runs T tasks; main asserts the sum of their results. args[0] = W, args[1] = T. */
public class Pool {
  public static void main(String[] args) throws Exception {
    int workers = Integer.parseInt(args[0]), tasks = Integer.parseInt(args[1]);
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      int number = i;
      results.add(pool.submit(() -> number * number));
    }
    int sum = 0, expected = 0;
    for (int i = 0; i < tasks; i++) {
      sum += results.get(i).get();
      expected += i * i;
    }
    pool.shutdown();
    assert sum == expected;
  }
}
