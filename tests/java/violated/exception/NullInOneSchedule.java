//@ kind: exception
/** The reference is checked and used in two reads; another thread clears it in between. */
public class NullInOneSchedule {
    static volatile String text = "text";

    public static void main(String[] args) {
        new Thread(() -> text = null).start();
        if (text != null) {
            assert text.length() == 4; //~ exception
        }
    }
}
