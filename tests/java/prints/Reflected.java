import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Members found and used by name. */
public class Reflected {
    public static class Bean {
        private int count;
        private final String name;

        public Bean(String name) {
            this.name = name;
        }

        public String getName() {
            return name + count;
        }

        public void fail() {
            throw new IllegalStateException("failed");
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Class<?> type = Class.forName("Reflected$Bean");
        Object bean = type.getDeclaredConstructor(String.class).newInstance("x");
        p(type.getMethod("getName").invoke(bean) + " " + type.getSuperclass() + " " + Modifier.toString(type.getModifiers()));
        Field field = type.getDeclaredField("count");
        field.setAccessible(true);
        field.setInt(bean, 7);
        p(field.get(bean) + " " + field.getType() + " " + Modifier.isPrivate(field.getModifiers()));
        String names = Arrays.stream(type.getDeclaredMethods()).map(Method::getName).sorted().collect(java.util.stream.Collectors.joining(","));
        p(names + " " + type.getDeclaredConstructors().length + " " + int[].class.getComponentType() + " " + String[][].class.getName());
        try {
            type.getMethod("fail").invoke(bean);
        } catch (InvocationTargetException e) {
            p(e.getCause().getMessage());
        }
        try {
            type.getMethod("missing");
        } catch (NoSuchMethodException e) {
            p(e.getMessage());
        }
        Object array = Array.newInstance(int.class, 2);
        Array.setInt(array, 1, 5);
        p(Array.get(array, 1) + " " + Array.getLength(array));
    }
}
