/** Corbett's server (figure 9): each request is handed over to a thread of its own. */
public class Server {
  static class Request implements Runnable {
    int number;
    int answer;

    Request(int number) {
      this.number = number;
    }

    public void run() {
      answer = number + 1;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      Request r = new Request(i);
      new Thread(r).start();
    }
  }
}
