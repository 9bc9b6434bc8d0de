// kills: lazy not: Sleep writes Clock
// kills: layers not: Sleep writes Clock
/** Time passes between two looks if another thread sleeps there. */
public class SleepsBetweenLooks {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
        });
        other.start();
        long first = System.currentTimeMillis();
        long second = System.currentTimeMillis();
        System.out.println(second == first ? 0 : second - first >= 7 ? 7 : second - first >= 5 ? 5 : 1);
    }
}
