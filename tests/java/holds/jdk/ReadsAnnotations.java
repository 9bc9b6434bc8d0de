
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Both threads read annotations. */
class ReadsAnnotations {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        int value();
    }

    @Marked(7)
    static class Holder {}

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
        Marked marked = Holder.class.getAnnotation(Marked.class);
        assert marked.value() == 7 && marked.toString().contains("7");
    }
}
