import java.util.EnumMap;
import java.util.Map;

/** An enum constant is made once, with its own body, and guards its state with its own lock. */
public class Singleton {
    enum Counter {
        ONLY {
            @Override
            int step() {
                return 2;
            }
        };

        private int count;

        abstract int step();

        synchronized int add() {
            count += step();
            return count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> Counter.ONLY.add());
        other.start();
        Counter.ONLY.add();
        other.join();
        assert Counter.valueOf("ONLY").add() == 6;
        Map<Counter, String> names = new EnumMap<>(Counter.class);
        names.put(Counter.ONLY, Counter.values()[0].name());
        assert names.toString().equals("{ONLY=ONLY}");
        assert Counter.ONLY.getDeclaringClass() == Counter.class;
    }
}
