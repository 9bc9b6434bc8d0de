//@ kind: deadlock
//@ options: --random choose
import java.util.concurrent.ThreadLocalRandom;

/** Each of two threads tosses a coin for the order of two locks. */
public class BothHeads {
    static final Object A = new Object();
    static final Object B = new Object();

    static void work() {
        boolean heads = ThreadLocalRandom.current().nextBoolean();
        Object first = heads ? A : B;
        Object second = heads ? B : A;
        synchronized (first) {
            synchronized (second) { //~ deadlock
                first.hashCode();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(BothHeads::work).start();
        work();
    }
}
