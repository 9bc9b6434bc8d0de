//@ kind: exception
/** A superclass can't be initialised, and the initialiser of the class never begins. */
public class SuperclassFails {
    static class Base {
        static int size = Integer.parseInt("none");
    }

    static class Derived extends Base {
        static int count;

        static {
            try {
                count = Integer.parseInt("1");
            } catch (Throwable thrown) {
                count = 2;
            }
        }
    }

    public static void main(String[] args) {
        System.out.println(Derived.count); //~ exception
    }
}
