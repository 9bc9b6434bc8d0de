import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records that are written and read again. */
public class SerializedRecords {
    record Empty() implements Serializable {}

    record All(boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, int[] j)
            implements Serializable {}

    record Pair<A, B>(A first, B second) implements Serializable {}

    record Positive(int number) implements Serializable {
        static boolean strict;

        Positive {
            if (strict && number < 1) {
                throw new IllegalArgumentException("not positive: " + number);
            }
        }
    }

    static class Holder implements Serializable {
        transient int cache = 5;
        Map<String, Pair<Integer, List<String>>> pairs = new LinkedHashMap<>();
    }

    static Object again(Object object) throws Exception {
        return read(written(object));
    }

    static byte[] written(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(again(new Empty()));
        int[] numbers = {1, 2};
        All all = new All(true, (byte) -1, 'x', (short) 300, 1 << 30, -5L, 0.5f, 1e100, "text", numbers);
        All read = (All) again(all);
        System.out.println(read.j().length + " " + read.toString().replaceAll("\\[I@\\w+", "int[]"));
        Holder holder = new Holder();
        holder.pairs.put("k", new Pair<>(1, List.of("a", "b")));
        holder.pairs.put("null", new Pair<>(null, null));
        Holder other = (Holder) again(holder);
        System.out.println(other.cache + " " + other.pairs);
        byte[] bytes = written(new Positive(-3));
        System.out.println(read(bytes));
        Positive.strict = true;
        try {
            read(bytes);
        } catch (InvalidObjectException expected) {
            System.out.println(expected.getMessage() + ", by " + expected.getCause().getClass());
        }
    }
}
