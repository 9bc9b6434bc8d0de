import java.util.ServiceLoader;

/** Both threads look for providers of a service. */
class LoadsServices {
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
        int count = 0;
        for (Runnable it : ServiceLoader.load(Runnable.class)) {
            count++;
        }
        assert count == 0;
    }
}
