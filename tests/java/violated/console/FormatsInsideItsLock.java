//@ kind: deadlock
/** {@code printf} calls {@code toString} of its arguments while it has locked the stream. */
public class FormatsInsideItsLock {
    static final Object LOCK = new Object();

    static class Named {
        @Override
        public String toString() {
            synchronized (LOCK) { //~ deadlock
                return "named";
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                System.out.println("other"); //~ deadlock
            }
        }).start();
        System.out.printf("%s%n", new Named());
    }
}
