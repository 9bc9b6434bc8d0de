import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

/** Reflection as ordinary programs use it. */
public class Reflecting {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Test {
        String name() default "unnamed";

        int[] numbers() default {1, 2};

        Class<? extends Exception> expected() default Exception.class;
    }

    public static class Subject implements Comparable<Subject> {
        public static final int LIMIT = 5;
        private String text = "start";
        protected long number;

        public Subject() {
        }

        private Subject(String text, long number) {
            this.text = text;
            this.number = number;
        }

        @Test(name = "first", numbers = 7)
        public String first() {
            return text + number;
        }

        @Test(expected = IllegalStateException.class)
        public void second() {
            throw new IllegalStateException("from second");
        }

        static int add(int a, Integer b) {
            return a + b;
        }

        @Override
        public int compareTo(Subject other) {
            return Long.compare(number, other.number);
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("Reflecting$Subject");
        System.out.println(type.getName() + " " + type.getSimpleName() + " " + Modifier.toString(type.getModifiers()) + " "
            + Arrays.toString(type.getInterfaces()) + " " + type.getSuperclass() + " " + type.getEnclosingClass().getSimpleName());
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) {
            Test test = method.getAnnotation(Test.class);
            System.out.println(method + (test == null ? "" : " @" + test.name() + Arrays.toString(test.numbers())
                + test.expected().getSimpleName()));
        }
        Constructor<?> secret = type.getDeclaredConstructor(String.class, long.class);
        secret.setAccessible(true);
        Object subject = secret.newInstance("made", 4L);
        System.out.println(type.getMethod("first").invoke(subject));
        Field text = type.getDeclaredField("text");
        text.setAccessible(true);
        text.set(subject, "changed");
        System.out.println(text.get(subject) + " " + text.getType().getSimpleName() + " " + type.getField("LIMIT").getInt(null));
        System.out.println(type.getDeclaredMethod("add", int.class, Integer.class).invoke(null, 2, 3));
        try {
            type.getMethod("second").invoke(subject);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        try {
            type.getMethod("first").invoke("wrong receiver");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            type.getDeclaredField("missing");
        } catch (NoSuchFieldException e) {
            System.out.println(e.getMessage());
        }
        try {
            Class.forName("no.such.Type");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        Object array = Array.newInstance(int.class, 3);
        Array.setInt(array, 1, 9);
        System.out.println(Array.getLength(array) + " " + Arrays.toString((int[]) array) + " " + array.getClass().getComponentType());
        System.out.println(type.isInstance(subject) + " " + Comparable.class.isAssignableFrom(type) + " "
            + type.getDeclaredConstructor().newInstance().getClass().getSimpleName() + " " + int.class + " " + void.class.getName());
    }
}
