//@ kind: assertion
/** Each record is consistent, but the two reads may see two different records. */
public class TwoReads {
    record Pair(int left, int right) {
    }

    static volatile Pair pair = new Pair(0, 0);

    public static void main(String[] args) {
        new Thread(() -> pair = new Pair(1, 1)).start();
        assert pair.left() == pair.right(); //~ assertion
    }
}
