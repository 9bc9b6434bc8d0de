//@ kind: assertion
//@ options: --hash choose
import java.util.HashSet;
import java.util.Set;

/** Objects without a hash code of their own come from a set in any order. */
public class IdentityOrder {
    static class Job {}

    public static void main(String[] args) throws Exception {
        Job first = new Job();
        Job second = new Job();
        Set<Job> jobs = new HashSet<>();
        Thread adder = new Thread(() -> {
            jobs.add(first);
            jobs.add(second);
        });
        adder.start();
        adder.join();
        assert jobs.iterator().next() == first; //~ assertion
    }
}
