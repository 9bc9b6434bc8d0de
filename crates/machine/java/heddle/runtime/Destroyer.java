package heddle.runtime;

/**
 * The thread in which a JVM ends after the program's last thread has: it starts the shutdown hooks,
 * waits for them, and leaves all threads behind that are still there.
 */
final class Destroyer extends Thread {
  Destroyer() {
    super("DestroyJavaVM");
    setDaemon(false);
  }

  @Override public void run() {
    shutdown0();
    Runtime.getRuntime().halt(0);
  }

  /** {@code Shutdown.shutdown()}, which is not public. */
  private static native void shutdown0();
}
