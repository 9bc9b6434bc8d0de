/** {@code println} and {@code String.format} call {@code toString} before the stream is locked. */
public class FormatsBeforeItsLock {
    static final Object LOCK = new Object();

    static class Named {
        @Override
        public String toString() {
            synchronized (LOCK) {
                return "named";
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                System.out.printf("%s %d%n", "other", 1);
            }
        }).start();
        System.out.println(new Named());
        System.out.print(String.format("%s%n", new Named()));
    }
}
