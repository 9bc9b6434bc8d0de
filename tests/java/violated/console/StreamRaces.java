//@ kind: race
import java.io.OutputStream;
import java.io.PrintStream;

/** One thread prints while another sets the stream to print on. */
public class StreamRaces {
    public static void main(String[] args) throws InterruptedException {
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream());
        Thread replacing = new Thread(() -> System.setErr(silent)); //~ race
        replacing.start();
        System.err.println("somewhere"); //~ race
        replacing.join();
    }
}
