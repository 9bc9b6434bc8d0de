//@ jdk: 25
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Since JDK 22 an access through a handle waits until the class of the static is initialised. */
public class SeenOnceInitialised {
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
        assert seen == null || (int) seen.getVolatile() == 2;
        user.join();
    }
}
