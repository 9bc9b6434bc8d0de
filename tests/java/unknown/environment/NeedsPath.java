/** The variable is set on the host, and not here. */
public class NeedsPath {
    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            assert System.getenv("PATH").length() > 0;
        });
        reader.start();
        reader.join();
    }
}
