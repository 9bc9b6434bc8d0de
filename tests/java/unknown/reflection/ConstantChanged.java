//@ property: assertion
import java.lang.reflect.Field;

/** A static final field is changed by Unsafe while another thread reads it. */
public class ConstantChanged {
    static final Object CONSTANT = new Object();

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Field access = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        access.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) access.get(null);
        Field field = ConstantChanged.class.getDeclaredField("CONSTANT");
        Object base = unsafe.staticFieldBase(field);
        long offset = unsafe.staticFieldOffset(field);
        Thread writing = new Thread(() -> unsafe.putObject(base, offset, "changed"));
        writing.start();
        Object seen = CONSTANT;
        assert seen == CONSTANT;
        writing.join();
    }
}
