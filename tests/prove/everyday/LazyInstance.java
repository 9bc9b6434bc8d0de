/** A singleton with double-checked locking and a volatile field. */
public class LazyInstance {
    private static volatile LazyInstance instance;
    private int uses;

    static LazyInstance get() {
        LazyInstance it = instance;
        if (it == null) {
            synchronized (LazyInstance.class) {
                it = instance;
                if (it == null) {
                    it = new LazyInstance();
                    instance = it;
                }
            }
        }
        return it;
    }

    synchronized void use() {
        uses++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> LazyInstance.get().use()).start();
        }
    }
}
