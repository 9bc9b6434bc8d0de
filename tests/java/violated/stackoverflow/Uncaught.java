//@ kind: exception
/** A recursion without end. */
public class Uncaught {
    static int recurse(int depth) {
        return recurse(depth + 1) + 1; //~ exception
    }

    public static void main(String[] args) {
        assert recurse(0) == 0;
    }
}
