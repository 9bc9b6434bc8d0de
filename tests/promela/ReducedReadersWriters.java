/** As the measured program, with all variables of the monitor left out of the model.
 *  R readers and W writers in infinite loops over a writer-preferring monitor.
 *  args[0] = R, args[1] = W. */
public class ReducedReadersWriters {
  static final class Monitor {
    /*^ */ // none of these is part of the model
    private int activeReaders, activeWriters, waitingReaders, waitingWriters;

    synchronized void beginRead() throws InterruptedException {
      waitingReaders++;
      while (activeWriters > 0 || waitingWriters > 0) wait();
      waitingReaders--;
      activeReaders++;
    }

    synchronized void endRead() {
      activeReaders--;
      notifyAll();
    }

    synchronized void beginWrite() throws InterruptedException {
      waitingWriters++;
      while (activeWriters > 0 || activeReaders > 0) wait();
      waitingWriters--;
      activeWriters++;
    }

    synchronized void endWrite() {
      activeWriters--;
      notifyAll();
    }

    synchronized void check(boolean writing) {
      if (writing) assert activeWriters == 1 && activeReaders == 0;
      else assert activeWriters == 0 && activeReaders > 0;
    }
  }

  static final class Reader extends Thread {
    private final Monitor m;
    Reader(Monitor m) { this.m = m; }
    @Override public void run() {
      try {
        while (true) { m.beginRead(); m.check(false); m.endRead(); }
      } catch (InterruptedException e) { throw new RuntimeException(e); }
    }
  }

  static final class Writer extends Thread {
    private final Monitor m;
    Writer(Monitor m) { this.m = m; }
    @Override public void run() {
      try {
        while (true) { m.beginWrite(); m.check(true); m.endWrite(); }
      } catch (InterruptedException e) { throw new RuntimeException(e); }
    }
  }

  public static void main(String[] args) {
    int r = Integer.parseInt(args[0]), w = Integer.parseInt(args[1]);
    Monitor m = new Monitor();
    for (int i = 0; i < r; i++) new Reader(m).start();
    for (int i = 0; i < w; i++) new Writer(m).start();
  }
}
