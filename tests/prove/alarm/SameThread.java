//@ kind: illegal-thread-state
/** All elements are one thread. */
public class SameThread {
    public static void main(String[] args) {
        Thread[] threads = new Thread[2];
        Thread only = new Thread(() -> { });
        for (int i = 0; i < threads.length; i++) {
            threads[i] = only;
            threads[i].start();
        }
    }
}
