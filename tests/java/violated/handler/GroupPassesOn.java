//@ kind: exception
/** The group looks at the exception and leaves it to the JDK, which only prints it. */
public class GroupPassesOn {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("looking") {
            @Override
            public void uncaughtException(Thread thread, Throwable exception) {
                assert exception instanceof IllegalStateException;
                super.uncaughtException(thread, exception);
            }
        };
        Thread failing = new Thread(group, () -> {
            throw new IllegalStateException("on purpose"); //~ exception
        });
        failing.start();
        failing.join();
    }
}
