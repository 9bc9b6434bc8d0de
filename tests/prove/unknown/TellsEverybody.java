//@ reason: a default handler of uncaught exceptions
/** What fails in a thread is counted by a handler, which is code of the program that no thread calls. */
public class TellsEverybody {
    static int failures;

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> failures++);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                throw new IllegalStateException();
            }).start();
        }
    }
}
