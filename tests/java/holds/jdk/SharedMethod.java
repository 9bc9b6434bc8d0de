import java.lang.reflect.Method;

/** One Method is called by both. */
class SharedMethod {
    static Method method;

    static int twice(int it) {
        return 2 * it;
    }

    static {
        try {
            method = SharedMethod.class.getDeclaredMethod("twice", int.class);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
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
        assert (int) method.invoke(null, n) == 2 * n;
    }
}
