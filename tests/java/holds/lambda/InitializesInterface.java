/** A lambda's class is initialised, and with it an interface that declares a default method. */
public class InitializesInterface {
    static String order = "";

    static int mark(String name) {
        order += name;
        return order.length();
    }

    interface WithDefault {
        int MARK = mark("d");

        void run();

        default void other() {}
    }

    interface Without {
        int MARK = mark("w");

        void run();
    }

    interface Inherits extends WithDefault {
        int MARK = mark("i");
    }

    static void nothing() {}

    public static void main(String[] args) {
        Without without = () -> {};
        assert order.isEmpty() : order;
        Inherits inherits = InitializesInterface::nothing;
        assert order.equals("d") : order;
        WithDefault again = () -> {};
        again.run();
        assert order.equals("d") : order;
        inherits.run();
        assert Without.MARK == 2 && order.equals("dw");
    }
}
