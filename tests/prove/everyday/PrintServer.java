//@ open: numbers decide whether threads wait for ever
import java.util.LinkedList;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Documents are handed over under an explicit lock with a condition. */
public class PrintServer {
    private final Lock lock = new ReentrantLock();
    private final Condition hasWork = lock.newCondition();
    private final Queue<String> documents = new LinkedList<>();

    void print(String document) {
        lock.lock();
        try {
            documents.add(document);
            hasWork.signalAll();
        } finally {
            lock.unlock();
        }
    }

    String next() throws InterruptedException {
        lock.lock();
        try {
            while (documents.isEmpty()) {
                hasWork.await();
            }
            return documents.remove();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PrintServer server = new PrintServer();
        for (int i = 0; i < 4; i++) {
            final int number = i;
            new Thread(() -> server.print("page " + number)).start();
        }
        for (int i = 0; i < 4; i++) {
            System.out.println(server.next());
        }
    }
}
