// kills: lazy not: Waiting writes Clock
// kills: layers not: Waiting writes Clock
/** Time passes between two looks if another thread's wait ends there. */
public class WaitsBetweenLooks {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(5);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        other.start();
        long first = System.currentTimeMillis();
        long second = System.currentTimeMillis();
        System.out.println(second == first ? 0 : second - first >= 7 ? 7 : second - first >= 5 ? 5 : 1);
    }
}
