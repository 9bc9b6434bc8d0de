/** A server that answers, fields under a lock, and a field of a single object: for formulas. */
public class Temporal {
    static class Box {
        int content;
    }

    static final Object LOCK = new Object();
    static final Box BOX = new Box();
    static volatile boolean request;
    static volatile boolean answer;
    static int a;
    static int b;
    static int own;

    public static void main(String[] args) {
        Thread server = new Thread(() -> {
            while (true) {
                if (request) {
                    answer = true;
                    request = false;
                }
            }
        }, "server");
        Thread client = new Thread(() -> {
            synchronized (LOCK) {
                a = 1;
                b = 1;
                a = 2;
            }
            BOX.content = 5;
            request = true;
        }, "client");
        server.start();
        client.start();
        own = 1;
        own = 2;
        synchronized (LOCK) {
            a = 3;
            b = 3;
        }
    }
}
