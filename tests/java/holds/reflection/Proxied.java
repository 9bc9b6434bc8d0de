import java.lang.reflect.Proxy;
import java.util.function.IntBinaryOperator;

/** An interface implemented by a proxy. */
public class Proxied {
    public static void main(String[] args) {
        IntBinaryOperator operator = (IntBinaryOperator) Proxy.newProxyInstance(
            Proxied.class.getClassLoader(),
            new Class<?>[] {IntBinaryOperator.class},
            (proxy, method, arguments) -> {
                assert method.getName().equals("applyAsInt");
                return (Integer) arguments[0] - (Integer) arguments[1];
            });
        assert operator.applyAsInt(5, 3) == 2;
        assert Proxy.isProxyClass(operator.getClass());
    }
}
