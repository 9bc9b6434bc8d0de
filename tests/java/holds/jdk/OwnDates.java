import java.util.Date;

/** Each thread prints a date of its own. */
class OwnDates {
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
        Date date = new Date(n * 86400000L);
        assert date.toString().contains("1970") : date;
    }
}
