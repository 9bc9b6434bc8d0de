// kills: lazy not: End writes Monitor
// kills: lazy not: Lock writes Monitor
// kills: layers not: Lock writes Monitor
/** Whether a thread lives, asked under its monitor, which it needs to end. */
public class EndsInMonitor {
    static volatile int x;

    public static void main(String[] args) {
        Thread other = new Thread(() -> x = 1);
        other.start();
        synchronized (other) {
            System.out.println(other.isAlive() ? 1 : 0);
        }
    }
}
