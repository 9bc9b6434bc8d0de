import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;

/** What calls of access modes throw whose arguments don't fit, and what is converted. */
public class TypesOfCalls {
    static class Parent {
        volatile int inherited;
    }

    static class Child extends Parent {}

    volatile int number;
    volatile Integer boxed = 7;
    static String thrown = "";

    interface Access {
        void run() throws Throwable;
    }

    static void throwing(Class<?> expected, Access access) throws Throwable {
        try {
            access.run();
        } catch (Throwable e) {
            assert e.getClass() == expected : e;
            return;
        }
        assert false : expected;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        TypesOfCalls it = new TypesOfCalls();
        VarHandle number = lookup.findVarHandle(TypesOfCalls.class, "number", int.class);
        VarHandle boxed = lookup.findVarHandle(TypesOfCalls.class, "boxed", Integer.class);
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        Class<?> wrong = WrongMethodTypeException.class;
        throwing(wrong, () -> { int x = (int) number.get(); });
        throwing(wrong, () -> { int x = (int) number.get(it, 1); });
        throwing(wrong, () -> { number.set(it); });
        throwing(wrong, () -> { number.set(it, 1L); });
        throwing(wrong, () -> { number.set(it, "1"); });
        throwing(wrong, () -> { number.set(it, true); });
        throwing(wrong, () -> { short x = (short) number.get(it); });
        throwing(wrong, () -> { String x = (String) number.get(it); });
        throwing(wrong, () -> { int x = (int) ints.getVolatile(new int[1], 0L); });
        throwing(wrong, () -> { boolean x = number.compareAndSet(it, 1); });
        throwing(ClassCastException.class, () -> { int x = (int) number.get((Object) "text"); });
        throwing(ClassCastException.class, () -> { number.set(it, (Object) "text"); });
        throwing(ClassCastException.class, () -> { boxed.set(it, (Object) "text"); });
        throwing(ClassCastException.class, () -> { boolean x = boxed.compareAndSet(it, (Object) "text", (Object) 1); });
        throwing(ClassCastException.class, () -> { String x = (String) boxed.get(it); });
        throwing(NullPointerException.class, () -> { number.set(it, (Integer) null); });
        throwing(NullPointerException.class, () -> { int x = (int) number.get((TypesOfCalls) null); });
        number.set(it, (short) 3);
        number.set(it, (Object) 4);
        assert (long) number.get(it) == 4L && (Object) number.get(it) instanceof Integer;
        assert (int) boxed.get(it) == 7;
        short index = 0;
        assert (int) ints.get(new int[] {5}, index) == 5 && (int) ints.get(new int[] {6}, (Object) 0) == 6;
        boxed.set(it, null);
        throwing(NullPointerException.class, () -> { int x = (int) boxed.get(it); });
        VarHandle exact = number.withInvokeExactBehavior();
        assert exact.hasInvokeExactBehavior() && !number.hasInvokeExactBehavior();
        assert exact.withInvokeExactBehavior() == exact && !exact.withInvokeBehavior().hasInvokeExactBehavior();
        exact.set(it, 5);
        throwing(wrong, () -> { exact.set((Object) it, 5); });
        throwing(wrong, () -> { Object x = exact.get(it); });
        throwing(wrong, () -> { exact.set(it, (short) 5); });
        VarHandle inherited = lookup.findVarHandle(Child.class, "inherited", int.class);
        inherited.set(new Child(), 1);
        throwing(ClassCastException.class, () -> { inherited.set(new Parent(), 1); });
        stores();
    }

    /** An array may be of another class than the handle. */
    static void stores() throws Throwable {
        VarHandle objects = MethodHandles.arrayElementVarHandle(Object[].class);
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
        Object[] array = new String[] {"a"};
        throwing(ArrayStoreException.class, () -> { objects.set(array, 0, (Object) 3); });
        throwing(ArrayStoreException.class, () -> { objects.setVolatile(array, 0, (Object) 3); });
        throwing(ArrayStoreException.class, () -> { Object old = objects.getAndSet(array, 0, (Object) 3); });
        throwing(ArrayStoreException.class, () -> { boolean done = objects.compareAndSet(array, 0, (Object) "a", (Object) 3); });
        throwing(ClassCastException.class, () -> { strings.setVolatile(new String[1], 0, (Object) 3); });
        throwing(ClassCastException.class, () -> { strings.set(new Integer[1], 0, "a"); });
        assert !(boolean) objects.compareAndSet(array, 0, (Object) 3, (Object) "b");
        objects.setVolatile(array, 0, (Object) "c");
        assert array[0] == "c";
    }
}
