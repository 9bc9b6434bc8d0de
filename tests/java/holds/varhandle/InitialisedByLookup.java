import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Whoever begins to initialise the class: nobody sees its static through a handle before that is done. */
public class InitialisedByLookup {
    static class Config {
        static volatile int value = 1;

        static {
            value = 2;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread user = new Thread(() -> {
            assert Config.value == 2;
        });
        user.start();
        VarHandle handle =
            MethodHandles.lookup().findStaticVarHandle(Config.class, "value", int.class);
        assert (int) handle.getVolatile() == 2;
        user.join();
    }
}
