import java.time.Instant;
import java.time.ZoneId;

/** The rules of a zone keep the years that were asked for. */
class SharedZoneRules {
    static final ZoneId zone = ZoneId.of("Europe/Paris");

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
        assert zone.getRules().getOffset(Instant.ofEpochSecond(1_700_000_000L + n)).getTotalSeconds() == 3600;
    }
}
