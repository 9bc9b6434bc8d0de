//@ jdk: 25
//@ kind: exception
/** A thread that is started does not see the binding. */
public class ScopedElsewhere {
    static final ScopedValue<String> NAME = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        ScopedValue.where(NAME, "bound").run(() -> Thread.startVirtualThread(() -> {
            NAME.get(); //~ exception
        }));
        Thread.sleep(1);
    }
}
