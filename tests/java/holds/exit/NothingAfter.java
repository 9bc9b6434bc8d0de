/** Nothing runs after System.exit(), not even finally. */
public class NothingAfter {
    public static void main(String[] args) {
        try {
            System.exit(3);
        } finally {
            assert false : "after exit";
        }
    }
}
