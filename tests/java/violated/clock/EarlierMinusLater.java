//@ kind: assertion
/** What is subtracted from may be the earlier of two looks at the clock. */
public class EarlierMinusLater {
    public static void main(String[] args) {
        long start = System.nanoTime();
        long negative = start - System.nanoTime();
        assert negative > -1000; //~ assertion
    }
}
