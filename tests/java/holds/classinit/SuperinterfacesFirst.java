/** An interface is initialised after those that it extends, and interfaces from left to right (JLS 12.4.2). */
public class SuperinterfacesFirst {
    static String order = "";

    static int mark(String name) {
        order += name;
        return order.length();
    }

    interface Top {
        int MARK = mark("t");

        default void top() {}
    }

    interface Left extends Top {
        int MARK = mark("l");

        default void left() {}
    }

    interface Right {
        int MARK = mark("r");

        default void right() {}
    }

    interface Bare extends Right {
        int MARK = mark("b");
    }

    static class Parent implements Right {
        static int mark = mark("p");
    }

    static class Child extends Parent implements Left, Bare {
        static int mark = mark("c");
    }

    public static void main(String[] args) {
        new Child();
        assert order.equals("rptlc") : order;
    }
}
