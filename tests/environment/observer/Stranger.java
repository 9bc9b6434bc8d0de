/** One watcher is registered, the other never. */
class Stranger {
  public static void main(String[] arguments) {
    Subject subject = new Subject();
    Watcher known = new Watcher();
    Watcher stranger = new Watcher();
    new Buffer().copy(new Buffer());
    Subject other = new Subject();
    other.add(stranger);
    stranger.registered = false;
    subject.add(known);
    known.registered = true;
    subject.setChanged();
    subject.tell();
  }
}
