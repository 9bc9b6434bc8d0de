import java.lang.reflect.Constructor;

/** Objects made by reflection. */
class ReflectsConstructors {
    int value = 4;

    ReflectsConstructors() {}

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
        Constructor<ReflectsConstructors> constructor = ReflectsConstructors.class.getDeclaredConstructor();
        assert constructor.newInstance().value == 4 && constructor.getParameterCount() == 0;
    }
}
