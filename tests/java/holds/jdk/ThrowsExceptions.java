/** Exceptions of the thread's own, with their stack traces. */
class ThrowsExceptions {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        try {
            Integer.parseInt("x" + n);
            assert false;
        } catch (NumberFormatException e) {
            assert e.getMessage().contains("x" + n) && e.getStackTrace().length > 0;
        }
    }
}
