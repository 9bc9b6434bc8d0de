import java.nio.charset.Charset;
import java.time.ZoneId;

/** Two threads ask for a charset and a time zone. */
class TwoCharsets {
    public static void main(String[] args) throws Exception {
        String[] seen = new String[2];
        Thread other = new Thread(() -> seen[1] = look());
        other.start();
        seen[0] = look();
        other.join();
        System.out.println(seen[0] + " " + seen[1]);
    }

    static String look() {
        return Charset.forName("ISO-8859-15").name() + ZoneId.of("GMT+3");
    }
}
