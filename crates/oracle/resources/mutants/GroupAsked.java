/** How many threads a group has. */
public class GroupAsked {
    static volatile int x;

    public static void main(String[] args) {
        Thread other = new Thread(() -> x = 1);
        other.start();
        System.out.println(Thread.currentThread().getThreadGroup().activeCount());
    }
}
