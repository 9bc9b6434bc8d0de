/** The stack of another thread may show any method that it is in, also between two operations. */
public class StackOfOther {
    static volatile int value;

    static int next(int number) {
        return number + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> value = next(1));
        thread.start();
        for (StackTraceElement element : thread.getStackTrace()) {
            assert !element.getMethodName().equals("next");
        }
        thread.join();
    }
}
