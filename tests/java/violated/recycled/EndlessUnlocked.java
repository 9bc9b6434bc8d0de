//@ property: race
//@ kind: race
/** Two threads of a server that work at the same time. */
public class EndlessUnlocked {
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
            new Thread(EndlessUnlocked::serve).start();
        }
    }

    static void serve() {
        last = 1; //~ race
        synchronized (door) {
            inside--;
            door.notify();
        }
    }
}
