//@ options: --hash choose
import java.util.LinkedHashSet;
import java.util.Set;

/** Whatever their hash codes are, they come in the order in which they were added. */
public class InsertionOrder {
    static class Job {}

    public static void main(String[] args) throws Exception {
        Job first = new Job();
        Job second = new Job();
        Set<Job> jobs = new LinkedHashSet<>();
        Thread adder = new Thread(() -> {
            jobs.add(first);
            jobs.add(second);
        });
        adder.start();
        adder.join();
        int code = System.identityHashCode(first);
        assert jobs.iterator().next() == first;
        assert jobs.size() == 2 && jobs.contains(second);
        assert code == first.hashCode() && code >= 1 && code <= 4;
    }
}
