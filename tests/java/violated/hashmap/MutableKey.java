//@ kind: assertion
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A key that changes after it was put is not found again. */
public class MutableKey {
    public static void main(String[] args) {
        Map<List<String>, Integer> map = new HashMap<>();
        List<String> key = new ArrayList<>();
        map.put(key, 1);
        key.add("x");
        assert map.containsKey(key); //~ assertion
    }
}
