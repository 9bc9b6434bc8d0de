import java.util.ArrayList;
import java.util.List;

/** Threads are kept in a list and joined. */
public class ThreadList {
    private static int done;

    private static synchronized void finish() {
        done++;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(ThreadList::finish, "worker-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (ThreadList.class) {
            System.out.println(done);
        }
    }
}
