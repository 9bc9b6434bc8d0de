//@ kind: assertion
//@ jdk: 17
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Before JDK 22 a handle that an initialiser has let out does not wait for the initialiser's end. */
public class SeenBeforeInitialised {
    static volatile VarHandle handle;

    static class Config {
        static volatile int value = 1;

        static {
            try {
                handle = MethodHandles.lookup().findStaticVarHandle(Config.class, "value", int.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            value = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread user = new Thread(() -> {
            int value = Config.value;
        });
        user.start();
        VarHandle seen = handle;
        assert seen == null || (int) seen.getVolatile() == 2; //~ assertion
        user.join();
    }
}
