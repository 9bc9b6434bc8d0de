import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Annotations are read when they are first asked for. */
class SharedAnnotations {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        int value();
    }

    @Mark(5)
    static class Marked {}

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        assert Marked.class.getAnnotation(Mark.class).value() == 5 && Marked.class.isAnnotationPresent(Mark.class);
    }
}
