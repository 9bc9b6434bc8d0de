//@ kind: exception
/** The loop goes one element too far. */
public class OneTooFar {
    public static void main(String[] args) {
        Thread[] threads = new Thread[2];
        for (int i = 0; i <= threads.length; i++) {
            threads[i] = new Thread(() -> { });
            threads[i].start();
        }
    }
}
