//@ kind: exception
/** Nobody has set the variable, here or outside. */
public class NeedsNothing {
    public static void main(String[] args) {
        System.out.println(System.getenv("HEDDLE_NOBODY_SETS_THIS").length()); //~ exception
    }
}
