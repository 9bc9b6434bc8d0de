/** A static synchronized method and a block on the class literal use the same lock. */
public class StaticSynchronized {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                synchronized (StaticSynchronized.class) {
                    count++;
                }
            }
        };
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
