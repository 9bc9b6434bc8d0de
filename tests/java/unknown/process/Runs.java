import java.io.IOException;

/** Starts a process. */
public class Runs {
    public static void main(String[] args) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("true").start();
        assert process.waitFor() == 0;
    }
}
