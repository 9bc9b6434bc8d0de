/** Default, static and private interface methods, diamonds, overriding, super calls. */
public class Interfaces {
    interface Named {
        String name();

        default String greet() {
            return prefix() + name();
        }

        private String prefix() {
            return "hello ";
        }

        static Named of(String name) {
            return () -> name;
        }
    }

    interface Loud {
        default String greet() {
            return "HEY";
        }

        default int volume() {
            return 10;
        }
    }

    interface Louder extends Loud {
        @Override
        default int volume() {
            return Loud.super.volume() + 1;
        }
    }

    static class Both implements Named, Louder {
        @Override
        public String name() {
            return "both";
        }

        @Override
        public String greet() {
            return Named.super.greet() + "/" + Louder.super.greet();
        }
    }

    static class Parent {
        String field = "parent field";

        String who() {
            return "parent";
        }

        static String fixed() {
            return "static parent";
        }

        String call() {
            return who() + " " + field;
        }
    }

    static class Child extends Parent implements Loud {
        String field = "child field";

        @Override
        String who() {
            return "child of " + super.who();
        }

        static String fixed() {
            return "static child";
        }

        public int volume() {
            return 1;
        }
    }

    static String over(Object object) {
        return "object";
    }

    static String over(String text) {
        return "string";
    }

    static String over(Integer number) {
        return "integer";
    }

    static String over(long number) {
        return "long";
    }

    static String over(int... numbers) {
        return "varargs " + numbers.length;
    }

    public static void main(String[] args) {
        System.out.println(new Both().greet() + " " + new Both().volume());
        System.out.println(Named.of("x").greet());
        Parent parent = new Child();
        System.out.println(parent.call() + " | " + parent.field + " | " + ((Child) parent).field + " | " + Parent.fixed()
            + " | " + Child.fixed());
        System.out.println(((Loud) parent).volume() + " " + ((Loud) parent).greet());
        Object text = "text";
        System.out.println(over(text) + " " + over("text") + " " + over(1) + " " + over(1L) + " " + over('c') + " " + over()
            + " " + over(1, 2) + " " + over(Integer.valueOf(1)) + " " + over(1.0) + " " + over((short) 1));
        System.out.println(parent instanceof Loud ? "loud" : "quiet");
        Loud anonymous = new Loud() {
        };
        System.out.println(anonymous.greet() + anonymous.volume());
    }
}
