/** Assertions are on. */
public class Selfcheck {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        try {
            assert 1 > 2 : "message " + 3;
            p("off");
        } catch (AssertionError e) {
            p(e.getMessage());
        }
        Runtime.getRuntime().gc();
        p(Runtime.version().feature() >= 17);
        p(Thread.currentThread().getName() + " " + Thread.currentThread().getThreadGroup().getName() + " " + Thread.currentThread().getPriority());
    }
}
