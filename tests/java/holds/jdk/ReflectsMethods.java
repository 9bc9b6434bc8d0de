import java.lang.reflect.Method;

/** Each thread looks the method up and calls it. */
class ReflectsMethods {
    static int twice(int it) {
        return 2 * it;
    }

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
        Method method = ReflectsMethods.class.getDeclaredMethod("twice", int.class);
        assert (int) method.invoke(null, n) == 2 * n;
    }
}
