/** A daemon polls for ever; main does its work and the program ends. */
public class PollsWhileMainEnds {
    static volatile int requests;
    static volatile int answers;

    static class Poller extends Thread {
        @Override
        public void run() {
            while (true) {
                if (requests > answers) {
                    answers = requests;
                }
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) {
        Poller poller = new Poller();
        poller.setDaemon(true);
        poller.start();
        requests = 1;
        while (answers == 0) {
            Thread.yield();
        }
        assert answers == 1;
    }
}
