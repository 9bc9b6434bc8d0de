import java.util.TimeZone;

/** A thread changes the default time zone while another asks for it for the first time. */
class LateZone {
    public static void main(String[] args) throws Exception {
        String[] seen = new String[2];
        Thread other = new Thread(() -> {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            seen[1] = look();
        });
        other.start();
        seen[0] = look();
        other.join();
        System.out.println(seen[0] + " " + seen[1] + " " + look());
    }

    static String look() {
        return TimeZone.getDefault().getID();
    }
}
