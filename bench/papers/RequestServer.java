import java.util.Vector;

/** Figure 9 of Corbett's paper: a server hands each request to a thread of its own, and forgets it. It stops
 *  after args[0] requests. A request keeps what it does in a Vector, and its state under its own lock. */
public class RequestServer {
  static class Request implements Runnable {
    final int number;
    private int state;
    private int answers;
    private final Vector<Integer> done = new Vector<>();

    Request(int number) { this.number = number; }

    synchronized void receive() {
      state = number;
      done.add(state);
    }

    synchronized void answer() {
      answers = answers + state;
      done.add(answers);
    }

    @Override public void run() {
      receive();
      answer();
    }
  }

  public static void main(String[] args) {
    int requests = Integer.parseInt(args[0]);
    for (int i = 0; i < requests; i++) {
      Request r = new Request(i);
      new Thread(r).start();
    }
  }
}
