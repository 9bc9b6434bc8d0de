//@ property: termination
//@ kind: termination
//@ says: deadlock
public class DeadlockNeverEnds {
    static final Object left = new Object();
    static final Object right = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(left, right), "one").start();
        new Thread(() -> both(right, left), "two").start();
    }
}
