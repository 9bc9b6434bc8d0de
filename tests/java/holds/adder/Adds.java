import java.util.concurrent.atomic.LongAdder;

/** The sum of an adder is right when nobody adds any more. */
public class Adds {
    static final LongAdder SUM = new LongAdder();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Adds::other);
        other.start();
        other();
        other.join();
        assert SUM.sum() == 2;
    }

    static void other() {
        SUM.increment();
    }
}
