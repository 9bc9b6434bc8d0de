//@ options: --random choose
/** A number that can't be tried in all its values. */
public class AnyNumber {
    public static void main(String[] args) {
        assert Math.random() < 1;
    }
}
