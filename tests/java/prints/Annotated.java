import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Annotations read at run time. */
public class Annotated {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Mark {
        String value() default "none";

        int times() default 1;

        Class<?>[] kinds() default {Object.class, String.class};
    }

    @Mark("class")
    static class Marked {}

    static class Heir extends Marked {}

    @Mark(value = "method", times = 3)
    @Deprecated
    static void marked() {}

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Mark mark = Annotated.class.getDeclaredMethod("marked").getAnnotation(Mark.class);
        p(mark.value() + " " + mark.times() + " " + mark.kinds().length + " " + mark.kinds()[0].getSimpleName() + " " + mark.annotationType().getSimpleName());
        p(Marked.class.isAnnotationPresent(Mark.class) + " " + Heir.class.isAnnotationPresent(Mark.class) + " " + Marked.class.getAnnotations().length);
        p(mark.equals(Annotated.class.getDeclaredMethod("marked").getAnnotation(Mark.class)) + " " + Annotated.class.getDeclaredMethod("marked").isAnnotationPresent(Deprecated.class));
    }
}
