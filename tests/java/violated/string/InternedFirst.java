//@ kind: assertion
/** Which of two threads interns its string first is a matter of schedule. */
public class InternedFirst {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> String.valueOf(12345).intern());
        other.start();
        String mine = String.valueOf(12345);
        String kept = mine.intern();
        other.join();
        assert kept == mine; //~ assertion
    }
}
