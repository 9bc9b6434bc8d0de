/** Two threads start a third. */
public class StartedByTwo {
    static volatile int x;
    static final Thread third = new Thread(() -> x = 1);

    static void begin(int digit) {
        try {
            third.start();
        } catch (IllegalThreadStateException e) {
            System.out.print(digit);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> begin(1)).start();
        begin(2);
    }
}
