//@ kind: deadlock
/** Two threads that each wait for the other's end. */
public class JoinEachOther {
    static class Friend extends Thread {
        Thread other;

        @Override
        public void run() {
            try {
                other.join(); //~ deadlock
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        Friend first = new Friend();
        Friend second = new Friend();
        first.other = second;
        second.other = first;
        first.start();
        second.start();
    }
}
