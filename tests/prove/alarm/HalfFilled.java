//@ kind: exception
/** Every second element of the array is null. */
public class HalfFilled {
    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            if (i % 2 == 0) {
                threads[i] = new Thread(() -> { });
                threads[i].start();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
