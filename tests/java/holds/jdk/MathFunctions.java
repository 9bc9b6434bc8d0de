/** Math has no state that a caller can see. */
class MathFunctions {
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
        assert Math.floorMod(-n, 7) == 7 - n && Math.max(n, 5) == 5;
        assert Math.abs(Math.sin(0.0)) == 0.0 && Math.sqrt(16.0) == 4.0;
    }
}
