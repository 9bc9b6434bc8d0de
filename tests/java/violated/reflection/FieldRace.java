//@ kind: race
import java.lang.reflect.Field;

/** Setting a field by reflection is a plain write like any other. */
public class FieldRace {
    static int value;

    public static void main(String[] args) throws Exception {
        Field field = FieldRace.class.getDeclaredField("value");
        field.setInt(null, 1);
        new Thread(() -> value = 2).start(); //~ race
        field.setInt(null, 3); //~ race
    }
}
