//@ kind: assertion
/** A text made of a clock's time is of that time. */
public class TextsDiffer {
    public static void main(String[] args) {
        String first = "at " + System.currentTimeMillis();
        String second = "at " + System.currentTimeMillis();
        assert first.equals(second); //~ assertion
    }
}
