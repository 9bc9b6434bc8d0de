//@ property: race
//@ kind: race
/** A StringBuilder is not for two threads. */
public class SharedBuilder {
    static final StringBuilder TEXT = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> TEXT.append("ab")); //~ race
        other.start();
        TEXT.append("cd"); //~ race
        other.join();
    }
}
