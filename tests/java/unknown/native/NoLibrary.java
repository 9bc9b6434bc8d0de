/** Calls a native method of the program's own. */
public class NoLibrary {
    static native int answer();

    public static void main(String[] args) {
        assert answer() == 42;
    }
}
