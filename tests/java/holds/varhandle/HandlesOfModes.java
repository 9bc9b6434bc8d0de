import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.List;

/** Access modes have types, and are method handles too: two threads add by one. */
public class HandlesOfModes {
    static class Parent {
        volatile int count;
    }

    static class Child extends Parent {}

    static final VarHandle COUNT;
    static final MethodHandle ADD;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Child.class, "count", int.class);
            ADD = COUNT.toMethodHandle(AccessMode.GET_AND_ADD);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add(Child child) {
        try {
            int old = (int) ADD.invokeExact(child, 5);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Throwable {
        assert COUNT.varType() == int.class && COUNT.coordinateTypes().equals(List.of(Child.class));
        assert type(AccessMode.GET).equals(MethodType.methodType(int.class, Child.class));
        assert type(AccessMode.SET_RELEASE).equals(MethodType.methodType(void.class, Child.class, int.class));
        assert type(AccessMode.COMPARE_AND_SET)
                .equals(MethodType.methodType(boolean.class, Child.class, int.class, int.class));
        assert type(AccessMode.COMPARE_AND_EXCHANGE)
                .equals(MethodType.methodType(int.class, Child.class, int.class, int.class));
        assert type(AccessMode.GET_AND_ADD).equals(ADD.type());
        VarHandle bytes = MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.BIG_ENDIAN);
        assert bytes.varType() == long.class && bytes.coordinateTypes().equals(List.of(byte[].class, int.class));
        Child child = new Child();
        Thread other = new Thread(() -> add(child));
        other.start();
        add(child);
        other.join();
        assert (int) COUNT.toMethodHandle(AccessMode.GET_VOLATILE).invoke(child) == 10;
        assert (boolean) COUNT.toMethodHandle(AccessMode.COMPARE_AND_SET).bindTo(child).invokeExact(10, 11);
        COUNT.toMethodHandle(AccessMode.SET).invokeExact(child, 12);
        assert child.count == 12;
        try {
            boolean old = (boolean) MethodHandles.arrayElementVarHandle(boolean[].class)
                    .toMethodHandle(AccessMode.GET_AND_ADD)
                    .invokeExact(new boolean[1], 0, true);
            assert false;
        } catch (UnsupportedOperationException e) {
            assert child.count == 12;
        }
    }

    static MethodType type(AccessMode mode) {
        return COUNT.accessModeType(mode);
    }
}
