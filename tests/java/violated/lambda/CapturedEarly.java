//@ kind: assertion
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** A lambda keeps the value the variable had, a field is read when the lambda runs. */
public class CapturedEarly {
    static int field;

    public static void main(String[] args) {
        List<IntSupplier> suppliers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int local = i;
            field = i;
            suppliers.add(() -> local);
            suppliers.add(() -> field);
        }
        assert suppliers.get(0).getAsInt() == 0;
        assert suppliers.get(1).getAsInt() == 0; //~ assertion
    }
}
