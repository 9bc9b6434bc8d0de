/** Covariant results and bridge methods. */
public class Bridges {
    interface Maker<T> {
        T make(String text);
    }

    static class IntegerMaker implements Maker<Number> {
        @Override
        public Integer make(String text) {
            return Integer.valueOf(text);
        }
    }

    static class Base {
        Base self() {
            return this;
        }
    }

    static class Sub extends Base {
        @Override
        Sub self() {
            return this;
        }

        String name() {
            return "sub";
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Maker<Number> maker = new IntegerMaker();
        Number made = maker.make("5");
        p(made + " " + made.getClass().getSimpleName() + " " + new IntegerMaker().make("6").compareTo(5));
        int bridges = 0;
        for (var method : IntegerMaker.class.getDeclaredMethods()) if (method.isBridge()) bridges++;
        p(bridges);
        Comparable<String> comparable = "b";
        p(comparable.compareTo("a") + " " + new Sub().self().name());
    }
}
