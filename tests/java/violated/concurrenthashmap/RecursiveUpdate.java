//@ kind: exception
import java.util.concurrent.ConcurrentHashMap;

/** The function given to computeIfAbsent() changes the same bin of the map. */
public class RecursiveUpdate {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.computeIfAbsent(1, key -> map.computeIfAbsent(17, other -> 2)); //~ exception
    }
}
