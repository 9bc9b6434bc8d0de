//@ kind: assertion
/** Shutdown hooks are all started before the first has ended: there is no order among them. */
public class HooksRunTogether {
    static volatile int done;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> done = 1));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert done == 1; //~ assertion
        }));
    }
}
