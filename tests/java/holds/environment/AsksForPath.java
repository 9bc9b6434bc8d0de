/** A program that can do without the variable is checked without it. */
public class AsksForPath {
    public static void main(String[] args) {
        String path = System.getenv("PATH");
        assert path == null || !path.isEmpty();
    }
}
