import java.io.PrintWriter;

/** A writer may be put around the console; both threads write through it. */
public class WriterOfTheConsole {
    public static void main(String[] args) throws InterruptedException {
        PrintWriter writer = new PrintWriter(System.out, true);
        Thread other = new Thread(() -> writer.println("other"));
        other.start();
        writer.println("main");
        other.join();
        assert !writer.checkError();
    }
}
