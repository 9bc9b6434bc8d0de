/** Who has waited for a thread for some time asks whether it is still alive. */
public class TimedThenWhole {
    static volatile int result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = 42);
        worker.start();
        worker.join(500);
        if (!worker.isAlive()) {
            assert result == 42;
        }
        worker.join(0);
        assert result == 42;
    }
}
