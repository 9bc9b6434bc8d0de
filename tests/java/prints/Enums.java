import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Enums with bodies, fields and interfaces; EnumMap and EnumSet. */
public class Enums {
    interface Priced {
        int price();
    }

    enum Size implements Priced {
        SMALL(1) {
            @Override
            public int price() {
                return 5;
            }
        },
        MEDIUM(2), LARGE(3);

        private final int factor;
        static final int COUNT = values().length;

        Size(int factor) {
            this.factor = factor;
        }

        @Override
        public int price() {
            return factor * 10;
        }

        Size next() {
            return values()[(ordinal() + 1) % COUNT];
        }
    }

    enum Empty { }

    public static void main(String[] args) {
        for (Size size : Size.values()) {
            System.out.println(size + " " + size.ordinal() + " " + size.price() + " " + size.next() + " "
                + size.name().hashCode() + " " + size.getDeclaringClass().getSimpleName());
        }
        System.out.println(Size.valueOf("LARGE").compareTo(Size.SMALL) + " " + Size.COUNT + " " + Empty.values().length);
        System.out.println((Size.SMALL.getClass() == Size.class) + " " + (Size.LARGE.getClass() == Size.class));
        try {
            Size.valueOf("HUGE");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Map<Size, String> map = new EnumMap<>(Size.class);
        map.put(Size.LARGE, "l");
        map.put(Size.SMALL, "s");
        System.out.println(map + " " + map.containsKey(Size.MEDIUM) + " " + map.keySet());
        Set<Size> set = EnumSet.of(Size.LARGE, Size.MEDIUM);
        System.out.println(set + " " + EnumSet.complementOf(EnumSet.copyOf(set)) + " " + EnumSet.allOf(Size.class) + " "
            + EnumSet.range(Size.SMALL, Size.MEDIUM) + " " + EnumSet.noneOf(Size.class));
        System.out.println(Arrays.toString(Size.values()) + " " + Size.class.getEnumConstants().length + " "
            + Enum.valueOf(Size.class, "SMALL"));
        Size[] sorted = {Size.LARGE, Size.SMALL, Size.MEDIUM};
        Arrays.sort(sorted);
        System.out.println(Arrays.asList(sorted));
    }
}
