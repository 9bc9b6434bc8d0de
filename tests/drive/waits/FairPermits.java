import java.util.concurrent.Semaphore;

/** A queue of those who wait for one permit or for two: who could go waits behind who can't. */
public class FairPermits {
  private final Semaphore permits = new Semaphore(1, true);

  public void acquire(boolean two) throws InterruptedException {
    permits.acquire(two ? 2 : 1);
  }

  public boolean tryAcquire() {
    return permits.tryAcquire();
  }

  public void release() {
    permits.release();
  }
}
