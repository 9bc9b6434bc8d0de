//@ kind: exception
/** An exception in a finally block takes the place of the one on its way out. */
public class FinallyHides {
    static int divide(int by) {
        try {
            throw new IllegalStateException("first");
        } finally {
            by = 1 / by; //~ exception
        }
    }

    public static void main(String[] args) {
        try {
            divide(0);
        } catch (IllegalStateException e) {
            assert false : "the first exception is gone";
        }
    }
}
