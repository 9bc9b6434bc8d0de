//@ kind: assertion
//@ property: deadlock,exception,assertion
import java.lang.reflect.Field;

/** A final field that reflection changes while another thread reads it. */
public class FinalChanged {
    static final class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    static final Box box = new Box(1);
    static volatile int unrelated;

    static void change() {
        try {
            Field field = Box.class.getDeclaredField("value");
            field.setAccessible(true);
            field.setInt(box, 2);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        new Thread(FinalChanged::change).start();
        unrelated = 1;
        assert box.value == 1; //~ assertion
    }
}
