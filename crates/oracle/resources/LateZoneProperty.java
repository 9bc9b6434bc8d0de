import java.util.TimeZone;

/** A thread sets the property that the default time zone comes from, while another asks for it. */
class LateZoneProperty {
    public static void main(String[] args) throws Exception {
        String[] seen = new String[2];
        Thread other = new Thread(() -> {
            System.setProperty("user.timezone", "Asia/Tokyo");
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
