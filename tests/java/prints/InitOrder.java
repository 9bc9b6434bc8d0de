/** The order in which statics, fields, blocks and constructors run. */
public class InitOrder {
    static StringBuilder log = new StringBuilder();

    static int note(String text) {
        log.append(text).append(' ');
        return text.length();
    }

    static class Parent {
        static int statics = note("Ps1");

        int field = note("Pf");

        static {
            note("Ps2");
        }

        {
            note("Pb");
        }

        Parent() {
            note("Pc");
            hook();
        }

        void hook() {
            note("Ph");
        }
    }

    static class Child extends Parent {
        int field = note("Cf");
        int set = 7;
        final int constant = 8;

        static {
            note("Cs");
        }

        Child() {
            this(note("Carg"));
            note("Cc");
        }

        Child(int ignored) {
            super();
            note("Cc1");
        }

        @Override
        void hook() {
            note("Ch" + set + constant);
        }

        {
            note("Cb");
        }
    }

    static class Lazy {
        static final String CONSTANT = "constant";
        static final Object OBJECT = note("L");

        static void nothing() {
        }
    }

    static class Forward {
        static int early = peek();
        static int late = 5;
        static final int FINAL = 6;

        static int peek() {
            return late * 10 + FINAL;
        }
    }

    static class Broken {
        static {
            note("B");
            if (log != null) {
                throw new IllegalStateException("broken");
            }
        }

        static void use() {
        }
    }

    static String flush() {
        String text = log.toString().trim();
        log.setLength(0);
        return text;
    }

    public static void main(String[] args) {
        new Child();
        System.out.println(flush());
        new Child();
        System.out.println(flush());
        Child[] none = new Child[1];
        System.out.println(Lazy.CONSTANT + "|" + flush() + "|" + none.length);
        Lazy.nothing();
        System.out.println(flush() + " " + Lazy.OBJECT);
        System.out.println(Forward.early + " " + Forward.late);
        for (int i = 0; i < 2; i++) {
            try {
                Broken.use();
            } catch (ExceptionInInitializerError e) {
                System.out.println("error " + e.getCause().getMessage() + " " + flush());
            } catch (NoClassDefFoundError e) {
                System.out.println(e.getMessage() + " " + flush());
            }
        }
    }
}
