/** Which of two looks at the clock is later. */
public class ClocksCompared {
    static volatile long a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> a = System.nanoTime());
        other.start();
        b = System.nanoTime();
        other.join();
        System.out.println(a < b);
        System.out.println(a == b);
    }
}
