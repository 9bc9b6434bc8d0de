import heddle.Heddle;

/** What holds for every choice: the largest of three chosen numbers. */
public class AllValues {
    static int largest(int a, int b, int c) {
        int most = a > b ? a : b;
        return most > c ? most : c;
    }

    public static void main(String[] args) {
        int a = Heddle.choose(-1, 2);
        int b = Heddle.choose(-1, 2);
        int c = Heddle.choose(-1, 2);
        int most = largest(a, b, c);
        assert most >= a && most >= b && most >= c;
        assert most == a || most == b || most == c;
    }
}
