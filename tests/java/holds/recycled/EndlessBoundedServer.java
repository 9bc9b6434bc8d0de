/** A thread for each request, two at a time, and nobody asks for their ends. */
public class EndlessBoundedServer {
    static final Object door = new Object();
    static int inside;
    static int last;

    public static void main(String[] args) throws Exception {
        while (true) {
            synchronized (door) {
                while (inside == 2) {
                    door.wait();
                }
                inside++;
            }
            new Thread(EndlessBoundedServer::serve).start();
        }
    }

    static void serve() {
        synchronized (door) {
            last = 1 - last;
            inside--;
            if (inside < 0 || inside > 1) {
                throw new AssertionError("there are " + inside);
            }
            door.notify();
        }
    }
}
