import java.lang.reflect.Proxy;

/** Both threads make and call proxies. */
class ImplementsByProxy {
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
        @SuppressWarnings("unchecked")
        Comparable<String> proxy = (Comparable<String>) Proxy.newProxyInstance(ImplementsByProxy.class.getClassLoader(), new Class<?>[] {Comparable.class}, (it, method, arguments) -> n);
        assert proxy.compareTo("x") == n;
    }
}
