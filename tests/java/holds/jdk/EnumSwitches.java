/** Switches over enums use a table of the compiler's. */
class EnumSwitches {
    enum Side { LEFT, RIGHT }

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
        Side side = n == 1 ? Side.LEFT : Side.RIGHT;
        int code = switch (side) {
            case LEFT -> 1;
            case RIGHT -> 2;
        };
        assert code == n;
    }
}
