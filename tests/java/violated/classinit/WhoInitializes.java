//@ kind: assertion
/** Any thread that uses a class first may be the one that initialises it. */
public class WhoInitializes {
    static volatile int unrelated;

    static class Holder {
        static final String BY = Thread.currentThread().getName();
        static volatile int uses;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            unrelated = 1;
            Holder.uses = 1;
        }, "other");
        other.start();
        unrelated = 2;
        String by = Holder.BY;
        other.join();
        assert by.equals("main"); //~ assertion
    }
}
