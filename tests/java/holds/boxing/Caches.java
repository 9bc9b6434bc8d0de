/** Small boxed numbers are the same object, equal ones are equal. */
public class Caches {
    public static void main(String[] args) {
        Integer small = 127;
        Integer again = Integer.valueOf("127");
        Integer large = 1000;
        Integer equal = 1000;
        assert small == again;
        assert large.equals(equal) && large.hashCode() == equal.hashCode();
        Long one = 1L;
        assert !one.equals(1) && one.equals(1L);
        Character letter = 'a';
        Boolean yes = Boolean.valueOf("TRUE");
        assert letter == Character.valueOf('a') && yes == Boolean.TRUE;
        Integer sum = small;
        sum++;
        assert small == 127 && sum == 128;
    }
}
