//@ options: --search random --runs 1
/** The same before there is any choice. */
public class OnOneRunAtOnce {
    static native int answer();

    public static void main(String[] args) {
        assert answer() == 42;
    }
}
