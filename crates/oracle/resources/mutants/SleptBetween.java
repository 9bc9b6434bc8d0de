/** Time may pass between two looks because another thread sleeps. */
public class SleptBetween {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
        });
        other.start();
        long first = System.nanoTime();
        long second = System.nanoTime();
        System.out.println(second - first);
    }
}
