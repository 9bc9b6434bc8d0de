/** Overloads, overrides and hiding. */
public class Overloads {
    static class A {
        String field = "A";

        String name() {
            return "A.name";
        }

        static String fixed() {
            return "A.fixed";
        }

        private String secret() {
            return "A.secret";
        }

        String own() {
            return secret();
        }
    }

    static class B extends A {
        String field = "B";

        @Override
        String name() {
            return "B.name+" + super.name() + super.field;
        }

        static String fixed() {
            return "B.fixed";
        }

        private String secret() {
            return "B.secret";
        }
    }

    static String pick(int x) {
        return "int ";
    }

    static String pick(long x) {
        return "long ";
    }

    static String pick(double x) {
        return "double ";
    }

    static String pick(Object x) {
        return "Object ";
    }

    static String pick(Integer x) {
        return "Integer ";
    }

    static String pick(String x) {
        return "String ";
    }

    static String pick(int... x) {
        return "varargs ";
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        A object = new B();
        p(object.name() + " " + object.field + " " + ((B) object).field + " " + A.fixed() + " " + B.fixed() + " " + object.own());
        p(pick(1) + pick(1L) + pick((short) 1) + pick('c') + pick(1.0f) + pick(Integer.valueOf(1)) + pick("s") + pick((Object) "s") + pick(1, 2));
    }
}
