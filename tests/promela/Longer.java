/** A list of more elements, made at one place, than a model has room for at first. */
public class Longer {
  static class Node {
    final Node next;

    Node(Node next) {
      this.next = next;
    }
  }

  static volatile Node head;

  public static void main(String[] args) throws InterruptedException {
    Thread maker =
        new Thread(
            () -> {
              for (int i = 0; i < 9; i++) head = new Node(head);
            });
    maker.start();
    maker.join();
    int length = 0;
    for (Node it = head; it != null; it = it.next) length++;
    assert length == 9;
  }
}
