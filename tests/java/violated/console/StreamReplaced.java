//@ property: assertion
//@ kind: assertion
import java.io.OutputStream;
import java.io.PrintStream;

/** System.out is final, and can be set all the same. */
public class StreamReplaced {
    public static void main(String[] args) throws InterruptedException {
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream());
        Thread replacing = new Thread(() -> System.setOut(silent));
        replacing.start();
        assert System.out != silent; //~ assertion
        replacing.join();
    }
}
