import java.util.concurrent.Semaphore;

/** A semaphore for the spaces, a monitor for the number. */
public class ParkingLot {
    private final Semaphore spaces = new Semaphore(3, true);
    private int parked;

    void visit() throws InterruptedException {
        spaces.acquire();
        try {
            synchronized (this) {
                parked++;
            }
            Thread.sleep(1);
            synchronized (this) {
                parked--;
            }
        } finally {
            spaces.release();
        }
    }

    public static void main(String[] args) {
        ParkingLot lot = new ParkingLot();
        for (int i = 0; i < 10; i++) {
            new Thread(() -> {
                try {
                    lot.visit();
                } catch (InterruptedException e) {
                    throw new RuntimeException(e);
                }
            }).start();
        }
    }
}
