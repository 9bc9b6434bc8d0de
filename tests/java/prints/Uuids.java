import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** UUIDs, objects and hashes. */
public class Uuids {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        UUID id = UUID.nameUUIDFromBytes("x".getBytes());
        p(id + " " + id.version() + " " + UUID.fromString("00000000-0000-0001-0000-000000000002").getLeastSignificantBits());
        p(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + " " + Objects.requireNonNullElse(null, "d") + " " + Arrays.hashCode(new int[] {1, 2}));
        p("hash".hashCode() + " " + List.of(1, 2).hashCode() + " " + Map.of("k", 1).hashCode() + " " + Boolean.hashCode(true) + " " + Double.hashCode(1.5) + " " + Long.hashCode(1L << 32));
        try {
            Objects.requireNonNull(null, "needed");
        } catch (NullPointerException e) {
            p(e.getMessage());
        }
        try {
            Objects.checkIndex(5, 3);
        } catch (IndexOutOfBoundsException e) {
            p(e.getMessage());
        }
    }
}
