import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.ArrayList;

/** The modules of the JDK open nothing to the program; its own members are open to it. */
public class NotOpened {
    private int secret = 7;

    public static void main(String[] args) throws ReflectiveOperationException {
        Field value = String.class.getDeclaredField("value");
        try {
            value.setAccessible(true);
            throw new AssertionError("opened");
        } catch (InaccessibleObjectException expected) {
            assert expected.getMessage().startsWith(
                "Unable to make field private final byte[] java.lang.String.value accessible: "
                    + "module java.base does not \"opens java.lang\" to unnamed module @");
        }
        assert !value.trySetAccessible();
        Method size = ArrayList.class.getMethod("size");
        size.setAccessible(true);
        assert (int) size.invoke(new ArrayList<>()) == 0;
        Field own = NotOpened.class.getDeclaredField("secret");
        own.setAccessible(true);
        assert own.getInt(new NotOpened()) == 7;
    }
}
