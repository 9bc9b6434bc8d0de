//@ kind: assertion
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Two threads count in an array of atomic numbers, and put themselves into one of references. */
public class ArrayGetThenSet {
    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray counts = new AtomicIntegerArray(2);
        AtomicReferenceArray<Thread> seats = new AtomicReferenceArray<>(1);
        Runnable counter = () -> {
            counts.set(1, counts.get(1) + 1);
            if (seats.compareAndSet(0, null, Thread.currentThread())) {
                assert seats.get(0) == Thread.currentThread();
            }
        };
        Thread a = new Thread(counter);
        Thread b = new Thread(counter);
        a.start();
        b.start();
        a.join();
        b.join();
        assert counts.get(0) == 0 && counts.get(1) == 2; //~ assertion
        assert seats.get(0) == a || seats.get(0) == b;
    }
}
