import java.util.Map;

/** An immutable map behind a volatile field. */
public class Settings {
    private volatile Map<String, String> current = Map.of("mode", "slow");

    void reload(String mode) {
        current = Map.of("mode", mode);
    }

    String mode() {
        return current.get("mode");
    }

    public static void main(String[] args) {
        Settings settings = new Settings();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> settings.reload("fast")).start();
            new Thread(() -> System.out.println(settings.mode())).start();
        }
    }
}
