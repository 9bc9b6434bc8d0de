//@ kind: exception
//@ says: caused by java.lang.IllegalStateException: other

/** The text of an exception is told in one line, and each cause once. */
public class CausesInACircle {
    public static void main(String[] args) {
        RuntimeException one = new IllegalArgumentException("one\nholds"); //~ exception
        RuntimeException other = new IllegalStateException("other");
        one.initCause(other);
        other.initCause(one);
        throw one;
    }
}
