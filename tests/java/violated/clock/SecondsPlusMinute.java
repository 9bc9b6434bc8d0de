//@ kind: assertion
/** Seconds are as good as milliseconds. */
public class SecondsPlusMinute {
    public static void main(String[] args) {
        long start = System.currentTimeMillis() / 1000;
        long now = System.currentTimeMillis() / 1000;
        assert start + 60 > now; //~ assertion
    }
}
