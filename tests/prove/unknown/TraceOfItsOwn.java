//@ reason: a fillInStackTrace() of its own
/** Making an exception runs code of the program. */
public class TraceOfItsOwn {
    static int made;

    static class Quick extends RuntimeException {
        @Override
        public Throwable fillInStackTrace() {
            made++;
            return this;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    throw new Quick();
                } catch (Quick e) {
                    return;
                }
            }).start();
        }
    }
}
