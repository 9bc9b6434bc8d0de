import java.util.concurrent.atomic.LongAdder;

/** What an adder does inside of itself is its own affair: its weak accesses are none of the program's. */
public class AddsTwice {
    public static void main(String[] args) throws InterruptedException {
        LongAdder sum = new LongAdder();
        Runnable twice = () -> {
            sum.increment();
            sum.increment();
        };
        Thread one = new Thread(twice);
        Thread other = new Thread(twice);
        one.start();
        other.start();
        one.join();
        other.join();
        assert sum.sum() == 4;
    }
}
