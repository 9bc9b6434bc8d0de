/** Two threads make nodes for ever, and forget them: a stack of at most two, each of which says what
 *  it lies on. Argument "wrong": a node goes back to the stack while another thread looks at it. */
public class Churn {
  static final class Node {
    final int depth;
    final Node below;
    Node next;
    Node(int depth, Node below) { this.depth = depth; this.below = below; this.next = this; }
  }

  static Node top;
  static Node taken;

  static synchronized void change() {
    if (top == null || top.depth < 2) {
      top = new Node(top == null ? 1 : top.depth + 1, top);
    } else {
      taken = top;
      top = null;
    }
  }

  static synchronized void look(boolean wrong) {
    Node node = taken;
    if (node != null) {
      assert node.next == node && node.depth == 2 && node.below.depth == 1;
      assert !wrong || node.below != top;
      if (wrong) top = node.below;
    }
  }

  public static void main(String[] args) {
    boolean wrong = args.length > 0;
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        while (true) {
          change();
          look(wrong);
        }
      }).start();
    }
  }
}
