import java.util.concurrent.atomic.AtomicIntegerArray;

/** An element is stored by a plain mode while another thread reads it. */
public class PlainElement {
    static final AtomicIntegerArray values = new AtomicIntegerArray(2);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> values.setPlain(1, 5));
        writer.start();
        int seen = values.get(1);
        writer.join();
        assert seen == 0 || seen == 5;
    }
}
