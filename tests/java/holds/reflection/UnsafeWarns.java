import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Newer JDKs print a warning when a method of this class is used for the first time. */
public class UnsafeWarns {
    int count = 7;

    public static void main(String[] args) throws ReflectiveOperationException {
        Field found = Unsafe.class.getDeclaredField("theUnsafe");
        found.setAccessible(true);
        Unsafe unsafe = (Unsafe) found.get(null);
        long offset = unsafe.objectFieldOffset(UnsafeWarns.class.getDeclaredField("count"));
        assert unsafe.getInt(new UnsafeWarns(), offset) == 7;
    }
}
