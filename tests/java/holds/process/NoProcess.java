import java.io.IOException;

/** The process is started only after an exception that always comes first. */
public class NoProcess {
    static void start(int by) throws IOException {
        int delay = 1 / by;
        new ProcessBuilder("sleep", String.valueOf(delay)).start();
    }

    public static void main(String[] args) throws IOException {
        try {
            start(0);
        } catch (ArithmeticException e) {
            assert e.getMessage().equals("/ by zero");
        }
    }
}
