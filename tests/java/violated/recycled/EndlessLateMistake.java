//@ property: exception
//@ kind: exception
/** The fortieth request goes wrong. */
public class EndlessLateMistake {
    static final Object door = new Object();
    static int inside;
    static int requests;

    public static void main(String[] args) throws Exception {
        while (true) {
            synchronized (door) {
                while (inside == 2) {
                    door.wait();
                }
                inside++;
                requests = (requests + 1) % 41;
            }
            new Thread(EndlessLateMistake::serve).start();
        }
    }

    static void serve() {
        synchronized (door) {
            if (requests == 40) {
                throw new IllegalStateException("too late"); //~ exception
            }
            inside--;
            door.notify();
        }
    }
}
