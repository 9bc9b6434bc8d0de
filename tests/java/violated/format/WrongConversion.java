//@ kind: exception
/** A text where the format wants a number. */
public class WrongConversion {
    public static void main(String[] args) {
        String text = String.format("%d items", "three"); //~ exception
        assert text.isEmpty();
    }
}
