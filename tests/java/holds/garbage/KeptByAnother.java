/** What one thread takes out of a list, another may still hold, by an array of its own. */
public class KeptByAnother {
  static final class Node {
    final int value;
    Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static final Object lock = new Object();
  static Node head;
  static int looks;

  public static void main(String[] args) throws InterruptedException {
    Thread keeper = new Thread(KeptByAnother::keep);
    Thread popper = new Thread(KeptByAnother::pushAndPop);
    keeper.start();
    popper.start();
    keeper.join();
    popper.join();
    assert head == null;
  }

  static void keep() {
    Node[] box = new Node[1];
    synchronized (lock) {
      box[0] = head;
    }
    synchronized (lock) {
      looks++;
    }
    assert box[0] == null || box[0].value > 0;
    synchronized (lock) {
      looks += box[0] == null ? 0 : box[0].value;
    }
  }

  static void pushAndPop() {
    for (int value = 1; value <= 3; value++) {
      synchronized (lock) {
        head = new Node(value, head);
      }
    }
    for (int i = 0; i < 3; i++) {
      synchronized (lock) {
        head = head.next;
      }
    }
  }
}
