//@ kind: assertion
/** Joining a thread that nobody has started yet returns at once. */
public class JoinedBeforeStart {
    static volatile boolean done;
    static final Thread worker = new Thread(() -> done = true);

    public static void main(String[] args) throws InterruptedException {
        Thread starter = new Thread(worker::start);
        starter.start();
        worker.join();
        assert done; //~ assertion
    }
}
