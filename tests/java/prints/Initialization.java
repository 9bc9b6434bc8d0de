/** The order of initialisers. */
public class Initialization {
    static {
        System.out.println("static of main class");
    }

    static class Base {
        static {
            System.out.println("static of base");
        }

        {
            System.out.println("instance of base");
        }

        Base() {
            System.out.println("constructor of base");
            hook();
        }

        void hook() {}
    }

    static class Derived extends Base {
        static {
            System.out.println("static of derived");
        }

        private String text = "set";

        Derived() {
            System.out.println("constructor of derived " + text);
        }

        @Override
        void hook() {
            System.out.println("hook " + text);
        }
    }

    static class Constants {
        static final int NUMBER = 7;
        static final Integer BOXED = 8;

        static {
            System.out.println("static of constants");
        }
    }

    static class Lazy {
        static {
            System.out.println("static of lazy");
        }

        static void touch() {
            System.out.println("touched");
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p("main");
        new Derived();
        p(Constants.NUMBER);
        p(Constants.BOXED);
        p(Lazy.class.getSimpleName());
        Lazy[] none = new Lazy[1];
        p(none.length);
        Lazy.touch();
    }
}
