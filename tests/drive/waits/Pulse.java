/** Lets go who waits now, and nobody who comes later. */
public class Pulse {
  private long pulses;

  public synchronized void await() throws InterruptedException {
    long seen = pulses;
    while (pulses == seen) wait();
  }

  public synchronized void pulse() {
    pulses++;
    notifyAll();
  }
}
