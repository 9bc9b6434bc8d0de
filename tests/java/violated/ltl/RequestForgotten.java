//@ property: deadlock
//@ kind: ltl
//@ options: --ltl [](RequestForgotten.asked-><>RequestForgotten.answered) --fair strong
// The server takes back the request before it has answered it, and then waits for another.
public class RequestForgotten {
    static volatile boolean asked;
    static volatile boolean answered;

    public static void main(String[] args) {
        Thread server = new Thread(() -> {
            while (true) {
                if (asked) {
                    asked = false; //~ ltl
                    if (asked) {
                        answered = true;
                    }
                }
                Thread.yield();
            }
        }, "server");
        server.start();
        asked = true;
    }
}
