/** Exceptions caught, wrapped, thrown again and finally handled; every finally runs. */
public class NestedRethrown {
    static final StringBuffer LOG = new StringBuffer();

    static void inner(int by) {
        try {
            LOG.append(1 / by);
        } catch (ArithmeticException e) {
            throw new IllegalStateException("wrapped", e);
        } finally {
            LOG.append('f');
        }
    }

    static int outer(int by) {
        try {
            inner(by);
            return 0;
        } catch (IllegalStateException e) {
            try {
                throw e;
            } catch (RuntimeException again) {
                assert again == e;
                assert again.getCause() instanceof ArithmeticException;
                return again.getMessage().length();
            }
        } finally {
            LOG.append('o');
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert outer(0) == 7;
        });
        other.start();
        other.join();
        assert outer(1) == 0;
        assert LOG.toString().equals("fo1fo");
    }
}
