/** A watcher is deleted while it is told. */
class Deleted {
  public static void main(String[] arguments) {
    Subject subject = new Subject();
    Watcher watcher = new Watcher();
    subject.add(watcher);
    subject.setChanged();
    new Thread(() -> subject.delete(watcher)).start();
    if (arguments.length == 0) subject.tell();
    else subject.tellSafely();
  }
}
