/** An inheritable value is copied when the child is made, not when it starts. */
public class Inheritable {
    static final InheritableThreadLocal<String> NAME = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        NAME.set("before");
        Thread child = new Thread(() -> {
            assert NAME.get().equals("before");
            NAME.set("child");
        });
        NAME.set("after");
        child.start();
        child.join();
        assert NAME.get().equals("after");
    }
}
