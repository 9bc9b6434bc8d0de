//@ kind: non-termination
/** A loop on local variables that never ends. */
public class EndlessLocal {
    static int collatz(int start) {
        int n = start;
        while (n != 1) { //~ non-termination
            n = n % 2 == 0 ? n / 2 : 3 * n - 1; //~ non-termination
        }
        return n;
    }

    public static void main(String[] args) {
        assert collatz(5) == 1;
    }
}
