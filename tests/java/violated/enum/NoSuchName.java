//@ kind: exception
/** An enum constant is found by a name that another thread changes. */
public class NoSuchName {
    enum Level { LOW, HIGH }

    static volatile String wanted = "LOW";

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> wanted = "MEDIUM");
        thread.start();
        Level level = Level.valueOf(wanted); //~ exception
        assert level == Level.LOW || level.name().equals("HIGH");
        thread.join();
    }
}
