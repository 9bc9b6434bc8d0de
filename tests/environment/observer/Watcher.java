/** Is told of changes while it is registered. */
class Watcher {
  int attempts;
  int aborts;
  boolean registered;

  void update() {
    if (!registered) throw new IllegalStateException("not registered");
  }
}
