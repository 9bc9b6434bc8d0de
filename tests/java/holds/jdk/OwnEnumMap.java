import java.util.EnumMap;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;

/** Each thread has an EnumMap and an EnumSet of its own. */
class OwnEnumMap {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        EnumMap<TimeUnit, Integer> map = new EnumMap<>(TimeUnit.class);
        map.put(TimeUnit.SECONDS, n);
        EnumSet<TimeUnit> set = EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS);
        assert map.get(TimeUnit.SECONDS) == n && EnumSet.complementOf(set).size() == 5;
    }
}
