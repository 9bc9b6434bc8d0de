import java.util.AbstractMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Hash codes that the specification fixes, and equality. */
public class HashCodes {
    static class Key {
        final String a;
        final int b;

        Key(String a, int b) {
            this.a = a;
            this.b = b;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.a.equals(a) && key.b == b;
        }

        @Override
        public int hashCode() {
            return Objects.hash(a, b);
        }
    }

    public static void main(String[] args) {
        System.out.println("".hashCode() + " " + "a".hashCode() + " " + "heddle".hashCode() + " " + "polygenelubricants".hashCode());
        System.out.println(Integer.hashCode(-5) + " " + Long.hashCode(1L << 40) + " " + Double.hashCode(0.1) + " "
            + Boolean.hashCode(true) + " " + Boolean.hashCode(false) + " " + Character.hashCode('x') + " " + Byte.hashCode((byte) -1));
        System.out.println(List.of(1, 2, 3).hashCode() + " " + Arrays.asList("a", null).hashCode() + " " + Set.of(1, 2).hashCode()
            + " " + Map.of("a", 1).hashCode() + " " + List.of().hashCode() + " " + new HashSet<>(List.of("x", "y")).hashCode());
        System.out.println(Arrays.hashCode(new int[] {1, 2}) + " " + Arrays.hashCode(new String[] {"a"}) + " "
            + Arrays.hashCode(new double[] {1.0}) + " " + Objects.hash(1, 2) + " " + Objects.hash());
        System.out.println(Optional.of(5).hashCode() + " " + new AbstractMap.SimpleEntry<>("k", "v").hashCode() + " "
            + new UUID(1, 2).hashCode() + " " + new UUID(1, 2));
        System.out.println(new Key("x", 1).hashCode() + " " + new Key("x", 1).equals(new Key("x", 1)));
        Map<Key, String> map = new HashMap<>();
        map.put(new Key("x", 1), "found");
        System.out.println(map.get(new Key("x", 1)) + " " + map.get(new Key("x", 2)));
        Object same = new Object();
        System.out.println((same.hashCode() == same.hashCode()) + " " + same.equals(same) + " " + same.equals(new Object()) + " "
            + (System.identityHashCode(same) == same.hashCode()) + " " + System.identityHashCode(null));
        System.out.println(UUID.nameUUIDFromBytes("heddle".getBytes()).version() + " " + UUID.fromString("0-0-1-0-2"));
    }
}
