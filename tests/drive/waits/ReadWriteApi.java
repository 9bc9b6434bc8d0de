/** A lock for many readers or one writer, who goes first. */
public class ReadWriteApi {
  private int readers;
  private int waiting;
  private boolean isWriting;

  public synchronized void lockToRead() throws InterruptedException {
    while (isWriting || waiting > 0) wait();
    readers++;
  }

  public synchronized void unlockReader() {
    if (readers == 0) throw new IllegalStateException();
    readers--;
    notifyAll();
  }

  public synchronized void lockToWrite() throws InterruptedException {
    waiting++;
    try {
      while (isWriting || readers > 0) wait();
      isWriting = true;
    } finally {
      waiting--;
      notifyAll();
    }
  }

  public synchronized void unlockWriter() {
    if (!isWriting) throw new IllegalStateException();
    isWriting = false;
    notifyAll();
  }
}
