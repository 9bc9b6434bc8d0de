/** One thread after the other, for ever. */
public class EndlessStartJoin {
    static int side;

    public static void main(String[] args) throws Exception {
        while (true) {
            Thread worker = new Thread(() -> {
                synchronized (EndlessStartJoin.class) {
                    side = 1 - side;
                }
            });
            worker.start();
            worker.join();
        }
    }
}
