/** One thread goes round for ever, on data of its own; what the others do must not wait for it. */
public class Forever {
    static int own;
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread forever = new Thread(() -> {
            while (true) {
                own = 1 - own;
            }
        });
        forever.setDaemon(true);
        forever.start();
        Thread other = new Thread(() -> x = x + 1);
        other.start();
        x = x + 2;
        other.join();
        System.out.println(x);
    }
}
