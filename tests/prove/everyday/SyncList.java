import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A list of the library that synchronises itself. */
public class SyncList {
    public static void main(String[] args) throws InterruptedException {
        List<Integer> results = Collections.synchronizedList(new ArrayList<>());
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> results.add(number * number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(results.size());
    }
}
