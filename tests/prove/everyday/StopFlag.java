/** Workers run until a volatile flag is set. */
public class StopFlag {
    private volatile boolean stopped;

    void work() {
        while (!stopped) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StopFlag flag = new StopFlag();
        for (int i = 0; i < 3; i++) {
            new Thread(flag::work).start();
        }
        Thread.sleep(10);
        flag.stopped = true;
    }
}
