import java.util.TimeZone;

/** Both threads ask for time zones. */
class OwnTimeZones {
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
        TimeZone zone = TimeZone.getTimeZone(n == 1 ? "Europe/Paris" : "Asia/Tokyo");
        assert zone.getRawOffset() == (n == 1 ? 3600000 : 9 * 3600000);
    }
}
