import java.lang.reflect.Field;

/** Reflection keeps what it has looked up in tables of the library. */
class ReflectsFields {
    int value = 3;

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
        Field field = ReflectsFields.class.getDeclaredField("value");
        assert field.getInt(new ReflectsFields()) == 3 && field.getName().equals("value");
    }
}
