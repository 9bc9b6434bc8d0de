//@ kind: exception
//@ says: InstantiationException
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** There are no objects of an abstract class. */
public class MakesAbstract {
    abstract static class Unfinished {
        Unfinished() {}
    }

    public static void main(String[] args) throws Throwable {
        MethodType nothing = MethodType.methodType(void.class);
        Object made = MethodHandles.lookup().findConstructor(Unfinished.class, nothing).invoke(); //~ exception
    }
}
