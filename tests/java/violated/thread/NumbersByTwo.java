//@ kind: assertion
/** Two threads make a thread each at the same time: either may get the lower number. */
public class NumbersByTwo {
    static String first;
    static String second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> first = new Thread(() -> { }).getName());
        Thread two = new Thread(() -> second = new Thread(() -> { }).getName());
        one.start();
        two.start();
        one.join();
        two.join();
        assert first.compareTo(second) < 0; //~ assertion
    }
}
