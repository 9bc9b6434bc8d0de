//@ kind: assertion
/** join() throws for a pending interrupt only if it has to wait: here the thread may have ended. */
public class JoinOfEnded {
    static class Brief extends Thread {
        @Override
        public void run() {
        }
    }

    public static void main(String[] args) {
        Brief other = new Brief();
        other.start();
        Thread.currentThread().interrupt();
        boolean thrown = false;
        try {
            other.join();
        } catch (InterruptedException e) {
            thrown = true;
        }
        assert thrown; //~ assertion
    }
}
