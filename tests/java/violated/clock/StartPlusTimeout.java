//@ kind: exception
/** The sum is worked out after the second look: any time may pass between the two. */
public class StartPlusTimeout {
    public static void main(String[] args) {
        long start = System.currentTimeMillis();
        if (System.currentTimeMillis() > start + 1000) {
            throw new IllegalStateException("timed out"); //~ exception
        }
    }
}
