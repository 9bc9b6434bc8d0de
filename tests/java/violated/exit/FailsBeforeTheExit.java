//@ kind: exception

/** A thread that accesses nothing fails, if it gets that far before the program exits. */
public class FailsBeforeTheExit {
    public static void main(String[] args) {
        new Thread(() -> {
            throw new IllegalStateException("late"); //~ exception
        }).start();
        System.exit(0);
    }
}
