//@ property: termination
//@ kind: termination

/** Who waits keeps the monitor that whoever notifies needs: nothing goes on, though no cycle of locks is closed. */
public class NestedNeverEnds {
    static final Object door = new Object();
    static final Object bell = new Object();
    static boolean rung;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (door) {
                synchronized (bell) {
                    rung = true;
                    bell.notify();
                }
            }
        }).start();
        synchronized (door) {
            synchronized (bell) {
                while (!rung) {
                    bell.wait(); //~ termination
                }
            }
        }
    }
}
