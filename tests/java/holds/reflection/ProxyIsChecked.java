import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** What is no list of interfaces makes no proxy. */
public class ProxyIsChecked {
    static void refuses(Class<? extends Exception> expected, Class<?>... interfaces) {
        InvocationHandler handler = (proxy, method, arguments) -> null;
        try {
            Proxy.newProxyInstance(ProxyIsChecked.class.getClassLoader(), interfaces, handler);
        } catch (Exception e) {
            assert e.getClass() == expected : e;
            return;
        }
        assert false : expected;
    }

    public static void main(String[] args) {
        refuses(IllegalArgumentException.class, Runnable.class, Runnable.class);
        refuses(IllegalArgumentException.class, Runnable.class, String.class);
        refuses(IllegalArgumentException.class, int.class);
        refuses(NullPointerException.class, Runnable.class, null);
    }
}
