import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Proxies for interfaces. */
public class Proxies {
    interface Service {
        int number(String text);

        String echo(String text);
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        List<String> calls = new ArrayList<>();
        InvocationHandler handler = (proxy, method, arguments) -> {
            calls.add(method.getName());
            return method.getReturnType() == int.class ? 42 : arguments == null ? null : arguments[0];
        };
        Service service = (Service) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Service.class, Runnable.class}, handler);
        p(service.number("x") + " " + service.echo("y") + " " + (service instanceof Runnable) + " " + Proxy.isProxyClass(service.getClass()));
        ((Runnable) service).run();
        p(calls + " " + (Proxy.getInvocationHandler(service) == handler));
    }
}
