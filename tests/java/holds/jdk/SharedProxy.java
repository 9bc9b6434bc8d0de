import java.lang.reflect.Proxy;

/** Proxies of an interface. */
class SharedProxy {
    interface Greeter {
        String greet(String name);
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
        Greeter greeter = (Greeter) Proxy.newProxyInstance(SharedProxy.class.getClassLoader(), new Class<?>[] {Greeter.class}, (proxy, method, arguments) -> "hello " + arguments[0]);
        assert greeter.greet("x" + n).equals("hello x" + n);
    }
}
