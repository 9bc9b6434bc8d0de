/** An enum constant is found by a name that another thread changes. */
public class ByName {
    enum Level { LOW, HIGH }

    static volatile String wanted = "LOW";

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> wanted = "HIGH");
        thread.start();
        Level level = Level.valueOf(wanted);
        assert level == Level.LOW || level.name().equals("HIGH");
        thread.join();
    }
}
