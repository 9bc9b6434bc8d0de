//@ kind: exception
//@ says: IllegalAccessException
import java.lang.invoke.MethodHandles;

/** A private field of the JDK is nothing for a lookup of the program. */
public class LooksIntoString {
    public static void main(String[] args) throws Throwable {
        MethodHandles.lookup().findVarHandle(String.class, "hash", int.class); //~ exception
    }
}
