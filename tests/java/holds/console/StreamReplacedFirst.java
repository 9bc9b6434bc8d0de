import java.io.OutputStream;
import java.io.PrintStream;

/** The stream is set before there are other threads, and put back when they have ended. */
public class StreamReplacedFirst {
    public static void main(String[] args) throws InterruptedException {
        PrintStream before = System.out;
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(silent);
        Thread printing = new Thread(() -> {
            assert System.out == silent;
            System.out.println("unheard");
        });
        printing.start();
        System.out.println("unheard, too");
        printing.join();
        System.setOut(before);
        assert System.out == before;
    }
}
