//@ kind: deadlock
/** A class loader looks for a class while it is locked. */
public class LoaderInsideItsLock extends ClassLoader {
    static final Object LOCK = new Object();

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        synchronized (LOCK) { //~ deadlock
            return String.class;
        }
    }

    public static void main(String[] args) throws Exception {
        LoaderInsideItsLock loader = new LoaderInsideItsLock();
        new Thread(() -> {
            synchronized (LOCK) {
                try {
                    loader.loadClass("Missing"); //~ deadlock
                } catch (ClassNotFoundException e) {
                    throw new AssertionError(e);
                }
            }
        }).start();
        loader.loadClass("Missing");
    }
}
