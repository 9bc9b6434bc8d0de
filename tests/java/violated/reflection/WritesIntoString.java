//@ kind: exception
import java.lang.reflect.Field;

/** Reaching into a class of the JDK ends with an InaccessibleObjectException. */
public class WritesIntoString {
    public static void main(String[] args) throws ReflectiveOperationException {
        Field value = String.class.getDeclaredField("value");
        value.setAccessible(true); //~ exception
        ((byte[]) value.get("text"))[0] = 'T';
    }
}
