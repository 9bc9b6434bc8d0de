//@ open: too many configurations
import java.util.ArrayDeque;

/** Connections are lent from a pool, one to a thread. */
public class ObjectPool {
    static class Connection {
        private int queries;

        void query() {
            queries++;
        }
    }

    private final ArrayDeque<Connection> free = new ArrayDeque<>();

    ObjectPool(int size) {
        for (int i = 0; i < size; i++) {
            free.push(new Connection());
        }
    }

    synchronized Connection take() throws InterruptedException {
        while (free.isEmpty()) {
            wait();
        }
        return free.pop();
    }

    synchronized void give(Connection connection) {
        free.push(connection);
        notify();
    }

    public static void main(String[] args) {
        ObjectPool pool = new ObjectPool(2);
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                try {
                    Connection connection = pool.take();
                    connection.query();
                    pool.give(connection);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
    }
}
