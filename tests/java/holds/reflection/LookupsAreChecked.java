import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Who looks something up must be allowed to use it. */
public class LookupsAreChecked {
    static class Nested {
        private int secret = 1;
        volatile int near = 2;
        final int fixed = Integer.parseInt("3");

        private int hidden() { return secret; }

        static int shown() { return 4; }
    }

    abstract static class Unfinished {
        Unfinished() {}
    }

    interface Finding {
        Object run() throws Throwable;
    }

    static void throwing(Class<?> expected, Finding finding) throws Throwable {
        try {
            finding.run();
        } catch (Throwable e) {
            assert e.getClass() == expected : e;
            return;
        }
        assert false : expected;
    }

    public static void main(String[] args) throws Throwable {
        Lookup own = MethodHandles.lookup();
        Lookup open = MethodHandles.publicLookup();
        Lookup weak = own.dropLookupMode(Lookup.PRIVATE);
        Lookup far = own.in(String.class);
        Class<?> no = IllegalAccessException.class;
        MethodType toInt = MethodType.methodType(int.class);
        MethodType nothing = MethodType.methodType(void.class);
        assert own.lookupModes() == 95 && open.lookupModes() == Lookup.UNCONDITIONAL;
        assert open.lookupClass() == Object.class && far.lookupModes() == Lookup.PUBLIC : far.lookupModes();
        assert own.in(Nested.class).lookupModes() == 31 : own.in(Nested.class).lookupModes();
        throwing(no, () -> open.findVarHandle(Nested.class, "near", int.class));
        throwing(no, () -> own.findVarHandle(String.class, "hash", int.class));
        throwing(no, () -> own.findGetter(String.class, "value", byte[].class));
        throwing(no, () -> own.findVirtual(String.class, "isLatin1", MethodType.methodType(boolean.class)));
        throwing(no, () -> own.findConstructor(Math.class, nothing));
        throwing(no, () -> open.findVirtual(Nested.class, "hidden", toInt));
        throwing(no, () -> weak.findVirtual(Nested.class, "hidden", toInt));
        throwing(no, () -> weak.findGetter(Nested.class, "secret", int.class));
        throwing(no, () -> far.findVirtual(Nested.class, "hidden", toInt));
        throwing(no, () -> far.findStatic(Nested.class, "shown", toInt));
        throwing(no, () -> own.findSetter(Nested.class, "fixed", int.class));
        throwing(no, () -> own.findStatic(Nested.class, "hidden", toInt));
        throwing(no, () -> own.findVirtual(Nested.class, "shown", toInt));
        throwing(no, () -> own.findStaticGetter(Nested.class, "secret", int.class));
        throwing(no, () -> own.findStaticVarHandle(Nested.class, "near", int.class));
        throwing(no, () -> own.findSpecial(Object.class, "toString", MethodType.methodType(String.class), Nested.class));
        throwing(no, () -> MethodHandles.privateLookupIn(Nested.class, weak));
        throwing(no, () -> MethodHandles.privateLookupIn(String.class, own));
        throwing(no, () -> own.findClass("java.lang.AbstractStringBuilder"));
        throwing(NoSuchMethodException.class, () -> own.findVirtual(Nested.class, "<init>", nothing));
        throwing(NoSuchMethodException.class, () -> own.findConstructor(Nested.class, toInt));
        throwing(NoSuchFieldException.class, () -> own.findGetter(Nested.class, "near", long.class));
        throwing(IllegalArgumentException.class, () -> own.in(int[].class));
        throwing(InstantiationException.class, () -> own.findConstructor(Unfinished.class, nothing).invoke());
        reflected(own, open);
        Nested it = new Nested();
        assert (int) own.findVirtual(Nested.class, "hidden", toInt).invokeExact(it) == 1;
        assert (int) weak.findStatic(Nested.class, "shown", toInt).invokeExact() == 4;
        assert (int) MethodHandles.privateLookupIn(Nested.class, own).findGetter(Nested.class, "secret", int.class).invokeExact(it) == 1;
        assert (int) open.findVirtual(String.class, "length", toInt).invokeExact("four") == 4;
    }

    static void reflected(Lookup own, Lookup open) throws Throwable {
        Method hidden = Nested.class.getDeclaredMethod("hidden");
        Field fixed = Nested.class.getDeclaredField("fixed");
        throwing(IllegalAccessException.class, () -> open.unreflect(hidden));
        throwing(IllegalAccessException.class, () -> open.unreflectGetter(fixed));
        throwing(IllegalAccessException.class, () -> own.unreflectSetter(fixed));
        assert (int) own.unreflect(hidden).invoke(new Nested()) == 1;
        hidden.setAccessible(true);
        fixed.setAccessible(true);
        assert (int) open.unreflect(hidden).invoke(new Nested()) == 1;
        Nested it = new Nested();
        MethodHandle set = open.unreflectSetter(fixed);
        set.invoke(it, 9);
        assert fixed.getInt(it) == 9;
        throwing(IllegalAccessException.class, () -> open.unreflectVarHandle(fixed));
    }
}
