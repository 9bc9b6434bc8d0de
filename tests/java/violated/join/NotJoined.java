//@ kind: race
/** The result is read without waiting for the thread that computes it. */
public class NotJoined {
    static class Worker extends Thread {
        int result;

        @Override
        public void run() {
            result = 6 * 7; //~ race
        }
    }

    public static void main(String[] args) {
        Worker worker = new Worker();
        worker.start();
        int seen = worker.result; //~ race
        assert seen == 0 || seen == 42;
    }
}
