/** After join a thread has ended, whoever started it. */
public class EndedAfterJoin {
    static volatile boolean signalled;

    public static void main(String[] args) throws InterruptedException {
        Thread signaller = new Thread(() -> signalled = true);
        Thread starter = new Thread(signaller::start);
        starter.start();
        starter.join();
        signaller.join();
        assert signalled && !signaller.isAlive();
    }
}
