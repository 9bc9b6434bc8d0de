package heddle.runtime;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Stands for the pool by which Jupiter watches the time of a test: one thread for each limit, which
 * does what it is told when the time is over, or ends when it is told that it need not. Jupiter's own
 * pool does the same with thousands of states more. It is for {@code schedule} of a {@code Runnable}
 * alone.
 */
final class TestWatch extends AbstractExecutorService implements ScheduledExecutorService {
  /** What Jupiter asks for its pool. */
  static ScheduledExecutorService of(Object resource) {
    return new TestWatch();
  }

  @Override public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    Limit limit = new Limit(task, delay, unit);
    limit.start();
    return limit;
  }

  private static final class Limit extends Thread implements ScheduledFuture<Object> {
    private final Runnable task;
    private final long delay;
    private final TimeUnit unit;
    private boolean cancelled;
    private boolean done;

    Limit(Runnable task, long delay, TimeUnit unit) {
      super("junit-jupiter-timeout-watcher");
      setDaemon(true);
      this.task = task;
      this.delay = delay;
      this.unit = unit;
    }

    @Override public void run() {
      try {
        unit.sleep(delay);
      } catch (InterruptedException e) {
        return;
      }
      synchronized (this) {
        if (cancelled) return;
        task.run();
        done = true;
      }
    }

    @Override public boolean cancel(boolean interrupts) {
      synchronized (this) {
        if (done || cancelled) return false;
        cancelled = true;
      }
      interrupt();
      return true;
    }

    @Override public synchronized Object get() {
      if (cancelled) throw new CancellationException();
      if (!done) Tests.unsupported0("waiting for Jupiter's time-out watcher");
      return null;
    }

    @Override public Object get(long time, TimeUnit unit) {
      return get();
    }

    @Override public synchronized boolean isCancelled() {
      return cancelled;
    }

    @Override public synchronized boolean isDone() {
      return cancelled || done;
    }

    @Override public long getDelay(TimeUnit asked) {
      return asked.convert(delay, unit);
    }

    @Override public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  // Jupiter asks for nothing else; its own pool, which has nothing to do, is what it shuts down.

  private static <T> T refuse() {
    Tests.unsupported0("this use of Jupiter's time-out watcher");
    return null;
  }

  @Override public <T> ScheduledFuture<T> schedule(Callable<T> task, long delay, TimeUnit unit) {
    return refuse();
  }

  @Override public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long delay, long period, TimeUnit unit) {
    return refuse();
  }

  @Override public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long delay, long period, TimeUnit unit) {
    return refuse();
  }

  @Override public void execute(Runnable task) {
    refuse();
  }

  @Override public void shutdown() {}

  @Override public List<Runnable> shutdownNow() {
    return Collections.emptyList();
  }

  @Override public boolean isShutdown() {
    return false;
  }

  @Override public boolean isTerminated() {
    return false;
  }

  @Override public boolean awaitTermination(long time, TimeUnit unit) {
    return true;
  }
}
