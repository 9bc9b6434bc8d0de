import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Updaters are of volatile fields of objects, which their maker can use. */
public class UpdatersAreChecked {
    static volatile int ofClass;
    static volatile long longOfClass;
    static volatile String textOfClass;
    int plain;
    volatile long number;
    volatile String text;

    static void refuses(Class<?> expected, Runnable making) {
        try {
            making.run();
        } catch (RuntimeException e) {
            assert e.getClass() == expected : e;
            return;
        }
        assert false : expected;
    }

    public static void main(String[] args) {
        Class<UpdatersAreChecked> here = UpdatersAreChecked.class;
        Class<?> argument = IllegalArgumentException.class;
        refuses(argument, () -> AtomicIntegerFieldUpdater.newUpdater(here, "ofClass"));
        refuses(argument, () -> AtomicLongFieldUpdater.newUpdater(here, "longOfClass"));
        refuses(argument, () -> AtomicReferenceFieldUpdater.newUpdater(here, String.class, "textOfClass"));
        refuses(argument, () -> AtomicIntegerFieldUpdater.newUpdater(here, "plain"));
        refuses(argument, () -> AtomicIntegerFieldUpdater.newUpdater(here, "number"));
        refuses(ClassCastException.class, () -> AtomicReferenceFieldUpdater.newUpdater(here, Integer.class, "text"));
        refuses(RuntimeException.class, () -> AtomicIntegerFieldUpdater.newUpdater(here, "missing"));
        refuses(RuntimeException.class, () -> AtomicIntegerFieldUpdater.newUpdater(Thread.class, "eetop"));
        refuses(RuntimeException.class, () -> AtomicReferenceFieldUpdater.newUpdater(Thread.class, String.class, "name"));
        AtomicLongFieldUpdater<UpdatersAreChecked> number = AtomicLongFieldUpdater.newUpdater(here, "number");
        UpdatersAreChecked it = new UpdatersAreChecked();
        assert number.incrementAndGet(it) == 1 && it.number == 1;
    }
}
