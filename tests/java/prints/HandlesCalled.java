import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/** Method handles: called with a list, with another type, of fields, bound. */
public class HandlesCalled {
    static int count = 9;
    String name = "n";

    static int add(int a, int b) {
        return a + b;
    }

    String greet(String other) {
        return name + " greets " + other;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType twoInts = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = lookup.findStatic(HandlesCalled.class, "add", twoInts);
        System.out.println(add.invokeWithArguments(1, 2));
        System.out.println(add.invokeWithArguments(List.of(3, 4)));
        MethodHandle bytes = add.asType(MethodType.methodType(int.class, byte.class, Integer.class));
        System.out.println((int) bytes.invokeExact((byte) 5, (Integer) 6));
        MethodHandle getter = lookup.unreflectGetter(HandlesCalled.class.getDeclaredField("count"));
        MethodHandle setter = lookup.unreflectSetter(HandlesCalled.class.getDeclaredField("name"));
        System.out.println((int) getter.invokeExact());
        HandlesCalled object = new HandlesCalled();
        setter.invokeExact(object, "m");
        MethodType oneText = MethodType.methodType(String.class, String.class);
        System.out.println((String) lookup.bind(object, "greet", oneText).invokeExact("you"));
        MethodHandle greet = lookup.findVirtual(HandlesCalled.class, "greet", oneText);
        try {
            greet.invokeWithArguments("no receiver", "you");
        } catch (ClassCastException expected) {
            System.out.println("no such receiver");
        }
        try {
            greet.asType(oneText);
        } catch (java.lang.invoke.WrongMethodTypeException expected) {
            System.out.println("no such type");
        }
    }
}
