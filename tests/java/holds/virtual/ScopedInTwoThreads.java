//@ jdk: 25
/** Each thread sees the value that it was bound to there. */
public class ScopedInTwoThreads {
    static final ScopedValue<String> USER = ScopedValue.newInstance();

    static void serve(String name) {
        ScopedValue.where(USER, name).run(() -> {
            Thread.yield();
            assert USER.get().equals(name);
        });
    }

    public static void main(String[] args) throws Exception {
        Thread other = Thread.startVirtualThread(() -> serve("bob"));
        serve("ann");
        other.join();
        assert !USER.isBound();
    }
}
