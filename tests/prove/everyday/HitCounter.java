/** Requests are counted under the monitor of the counter. */
public class HitCounter {
    private int hits;

    synchronized void hit() {
        hits++;
    }

    synchronized int hits() {
        return hits;
    }

    public static void main(String[] args) throws InterruptedException {
        HitCounter counter = new HitCounter();
        Thread[] visitors = new Thread[8];
        for (int i = 0; i < visitors.length; i++) {
            visitors[i] = new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    counter.hit();
                }
            });
            visitors[i].start();
        }
        for (Thread visitor : visitors) {
            visitor.join();
        }
        System.out.println(counter.hits());
    }
}
