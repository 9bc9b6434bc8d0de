//@ kind: exception
/** The target is too short. */
public class CopyTooMuch {
    public static void main(String[] args) {
        int[] source = {1, 2, 3};
        int[] target = new int[2];
        System.arraycopy(source, 0, target, 0, 3); //~ exception
    }
}
