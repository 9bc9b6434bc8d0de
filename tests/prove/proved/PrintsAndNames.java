/** Calls of the library that throw nothing on what they are given, in threads that a loop starts. */
public class PrintsAndNames {
    private final Object lock = new Object();
    private int count;

    void add(int by) {
        synchronized (lock) {
            count += Math.max(by, 1);
            System.out.println("count " + count);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PrintsAndNames counter = new PrintsAndNames();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> counter.add(2));
            thread.setName("adder");
            thread.setPriority(5);
            thread.start();
        }
        Thread.sleep(10);
        System.out.println("all are started");
    }
}
