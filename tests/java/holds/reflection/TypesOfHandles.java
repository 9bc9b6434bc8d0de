import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;

/** Calls of method handles whose types don't fit. */
public class TypesOfHandles {
    interface Call {
        void run() throws Throwable;
    }

    static void throwing(Class<?> expected, Call call) throws Throwable {
        try {
            call.run();
        } catch (Throwable e) {
            assert e.getClass() == expected : e;
            return;
        }
        assert false : expected;
    }

    static long twice(int number) { return 2L * number; }

    static int count(String... words) { return words.length; }

    static String text(String text) { return text; }

    public static void main(String[] args) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        Class<?> here = TypesOfHandles.class;
        Class<?> wrong = WrongMethodTypeException.class;
        MethodHandle twice = lookup.findStatic(here, "twice", MethodType.methodType(long.class, int.class));
        assert (long) twice.invokeExact(3) == 6 && (long) twice.invoke((short) 3) == 6;
        throwing(wrong, () -> { int x = (int) twice.invoke(3); });
        throwing(wrong, () -> { Object x = twice.invokeExact(3); });
        throwing(wrong, () -> { long x = (long) twice.invokeExact((short) 3); });
        throwing(wrong, () -> { long x = (long) twice.invoke(3L); });
        throwing(wrong, () -> { long x = (long) twice.invoke("3"); });
        throwing(wrong, () -> { long x = (long) twice.invoke(); });
        throwing(wrong, () -> { long x = (long) twice.invoke(1, 2); });
        throwing(wrong, () -> { twice.invokeWithArguments(1, 2); });
        throwing(wrong, () -> { twice.asType(MethodType.methodType(int.class, int.class)); });
        throwing(wrong, () -> { twice.asType(MethodType.methodType(long.class)); });
        throwing(NullPointerException.class, () -> { long x = (long) twice.invoke((Integer) null); });
        throwing(ClassCastException.class, () -> { long x = (long) twice.invoke((Object) "3"); });
        throwing(IllegalArgumentException.class, () -> { twice.bindTo(3); });
        throwing(ClassCastException.class, () -> { MethodHandles.insertArguments(twice, 0, "3"); });
        throwing(IllegalArgumentException.class, () -> { MethodHandles.insertArguments(twice, 0, 1, 2); });
        assert (long) MethodHandles.insertArguments(twice, 0, 4).invokeExact() == 8;
        MethodHandle text = lookup.findStatic(here, "text", MethodType.methodType(String.class, String.class));
        throwing(ClassCastException.class, () -> { String x = (String) text.invoke((Object) 3); });
        throwing(ClassCastException.class, () -> { text.bindTo(3); });
        assert (String) text.invokeExact("a") == "a";
        MethodHandle count = lookup.findStatic(here, "count", MethodType.methodType(int.class, String[].class));
        assert count.isVarargsCollector() && !count.asFixedArity().isVarargsCollector() && !text.isVarargsCollector();
        assert (int) count.invokeExact(new String[] {"a", "b"}) == 2;
        throwing(wrong, () -> { int x = (int) count.asFixedArity().invoke("a", "b"); });
        MethodHandle clone = lookup.findVirtual(Object.class, "clone", MethodType.methodType(Object.class));
        assert clone.type().parameterType(0) == here : clone.type();
        MethodHandle narrow = lookup.findVirtual(Object.class, "hashCode", MethodType.methodType(int.class))
                .asType(MethodType.methodType(int.class, String.class));
        throwing(ClassCastException.class, () -> { int x = (int) narrow.invoke((Object) 3); });
    }
}
