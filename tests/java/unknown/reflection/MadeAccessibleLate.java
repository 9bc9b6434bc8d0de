//@ property: assertion
import java.lang.reflect.Field;

class WithSecret {
    private static int secret = 1;
}

/** Whether the field may be read is changed while another thread reads it. */
public class MadeAccessibleLate {
    static volatile boolean begun;

    public static void main(String[] args) throws Exception {
        Field field = WithSecret.class.getDeclaredField("secret");
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
