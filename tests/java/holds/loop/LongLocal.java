/** A long loop on local variables ends, and is no finding. */
public class LongLocal {
    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 200_000; i++) {
            sum += i ^ (sum << 1);
        }
        assert sum != 0;
    }
}
