// kills: unlearned Noticed(Accessibility)
import java.lang.reflect.Field;

class WithHidden {
    private static int secret = 1;
}

/** Whether the field may be read is changed while another thread reads it. */
public class MadeAccessibleBeside {
    static volatile boolean begun;

    public static void main(String[] args) throws Exception {
        Field field = WithHidden.class.getDeclaredField("secret");
        Thread opening = new Thread(() -> {
            begun = true;
            field.setAccessible(true);
        });
        opening.start();
        boolean late = begun;
        try {
            assert !late || field.getInt(null) != 1;
        } catch (IllegalAccessException e) {
            // It was too early.
        }
        opening.join();
    }
}
