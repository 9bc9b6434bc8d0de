//@ kind: exception
/** A method that is not there. */
public class NoSuchMethod {
    public static void main(String[] args) throws Exception {
        NoSuchMethod.class.getDeclaredMethod("missing"); //~ exception
    }
}
