/** Both threads look at their stacks. */
class StackWalks {
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
        String method = StackWalker.getInstance().walk(frames -> frames.findFirst().get().getMethodName());
        assert method.equals("use");
        assert new Throwable().getStackTrace()[0].getMethodName().equals("use");
    }
}
