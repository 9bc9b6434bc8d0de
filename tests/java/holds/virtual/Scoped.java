//@ jdk: 25
/** A scoped value is bound for the caller and those it calls, and for no other thread. */
public class Scoped {
    static final ScopedValue<String> NAME = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        ScopedValue.where(NAME, "bound").run(() -> {
            assert NAME.get().equals("bound");
            Thread other = new Thread(() -> {
                assert !NAME.isBound();
            });
            other.start();
        });
        assert !NAME.isBound();
    }
}
