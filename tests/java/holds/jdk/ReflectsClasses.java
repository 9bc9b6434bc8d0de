import java.util.List;

/** What a class tells of itself is kept with it. */
class ReflectsClasses {
    record Point(int x, int y) {}

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
        assert Point.class.getSimpleName().equals("Point") && Point.class.getRecordComponents().length == 2;
        assert List.class.isInterface() && Point.class.getDeclaredMethods().length >= 2;
    }
}
