import java.util.Locale;

/** A thread changes the default locale while another formats. */
class LateLocale {
    public static void main(String[] args) throws Exception {
        String[] seen = new String[2];
        Thread other = new Thread(() -> {
            Locale.setDefault(Locale.GERMANY);
            seen[1] = look();
        });
        other.start();
        seen[0] = look();
        other.join();
        System.out.println(seen[0] + " " + seen[1] + " " + look());
    }

    static String look() {
        return String.format("%.1f", 1.5);
    }
}
