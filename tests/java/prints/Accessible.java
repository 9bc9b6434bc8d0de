import java.lang.reflect.AccessibleObject;
import java.util.ArrayList;
import java.util.List;

/** What the modules of the JDK keep from the program. */
public class Accessible {
    private int own;

    static void open(AccessibleObject object) {
        try {
            object.setAccessible(true);
            System.out.println("open: " + object);
        } catch (RuntimeException e) {
            System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        open(String.class.getDeclaredField("value"));
        open(ArrayList.class.getMethod("size"));
        open(ArrayList.class.getDeclaredMethod("grow"));
        open(Accessible.class.getDeclaredField("own"));
        open(Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"));
        open(ClassLoader.class.getDeclaredMethod("defineClass", byte[].class, int.class, int.class));
        open(Class.forName("java.util.Collections$UnmodifiableCollection").getMethod("size"));
        open(Class.forName("java.util.Collections$UnmodifiableList")
            .getDeclaredConstructor(List.class));
        open(Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe"));
        open(Thread.class.getDeclaredConstructor());
        open(Object.class.getDeclaredMethod("clone"));
        open(java.util.logging.Logger.class.getDeclaredField("name"));
        open(java.io.FilterInputStream.class.getDeclaredField("in"));
        System.out.println(String.class.getDeclaredField("value").trySetAccessible());
        System.out.println(String.class.getMethod("length").trySetAccessible());
    }
}
