import java.util.HashMap;
import java.util.Map;

/** The last thing that a constructor does is to put its object where others find it. */
public class RegistersItself {
    static final Map<String, RegistersItself> all = new HashMap<>();

    final String name;

    RegistersItself(String name) {
        this.name = name;
        synchronized (all) {
            all.put(name, this);
        }
    }

    static int lengths() {
        synchronized (all) {
            return all.values().stream().mapToInt(it -> it.name.length()).sum();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> new RegistersItself("one"));
        other.start();
        new RegistersItself("three");
        int some = lengths();
        assert some == 5 || some == 8;
        other.join();
        assert lengths() == 8;
    }
}
