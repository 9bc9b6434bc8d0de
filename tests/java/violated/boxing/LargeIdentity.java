//@ kind: assertion
/** Boxed numbers outside the cache are different objects (with the cache's default size). */
public class LargeIdentity {
    public static void main(String[] args) {
        Integer left = 1000;
        Integer right = 1000;
        assert left == right; //~ assertion
    }
}
