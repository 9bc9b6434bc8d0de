/** Whoever is first: no two threads have the same name or id, and one's own are in order. */
public class NumbersDiffer {
    static Thread first;
    static Thread second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> first = new Thread(() -> { }));
        Thread two = new Thread(() -> {
            second = new Thread(() -> { });
            assert second.getId() < new Thread(() -> { }).getId();
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert !first.getName().equals(second.getName());
        assert first.getId() != second.getId();
        assert one.getName().equals("Thread-0") && two.getName().equals("Thread-1");
    }
}
