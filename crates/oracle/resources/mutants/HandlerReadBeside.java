// kills: lazy not: Read touches everything
/** The handler of a thread is set while another asks for it. */
public class HandlerReadBeside {
    static final Thread third = new Thread(() -> { });

    public static void main(String[] args) {
        Thread.UncaughtExceptionHandler handler = (thread, exception) -> { };
        Thread other = new Thread(() -> third.setUncaughtExceptionHandler(handler));
        other.start();
        System.out.println(third.getUncaughtExceptionHandler() == handler);
    }
}
