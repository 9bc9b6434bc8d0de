import java.util.TimeZone;

/** The default time zone comes from a property that is set before anybody asks for it. */
class SetsZoneProperty {
    public static void main(String[] args) throws Exception {
        System.setProperty("user.timezone", "Asia/Tokyo");
        Thread other = new Thread(SetsZoneProperty::ask);
        other.start();
        ask();
        other.join();
    }

    static void ask() {
        String id = TimeZone.getDefault().getID();
        assert id.equals("Asia/Tokyo") : id;
    }
}
