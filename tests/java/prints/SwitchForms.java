import java.util.EnumSet;

/** Switches over numbers, texts and enums. */
public class SwitchForms {
    enum Size {
        SMALL(1), MEDIUM(2) {
            @Override
            int factor() {
                return 20;
            }
        }, LARGE(3);

        private final int factor;

        Size(int factor) {
            this.factor = factor;
        }

        int factor() {
            return factor;
        }
    }

    static int number(String word) {
        switch (word) {
            case "one":
                return 1;
            case "two":
            case "AaAa":
                return 2;
            case "BBBB":
                return 4;
            default:
                return -1;
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        for (String word : new String[] {"one", "two", "six", "AaAa", "BBBB"}) p(word + number(word));
        for (Size size : Size.values()) p(size + " " + size.factor() + " " + size.ordinal() + " " + size.compareTo(Size.SMALL));
        p(Size.valueOf("LARGE").name() + EnumSet.range(Size.SMALL, Size.LARGE) + EnumSet.complementOf(EnumSet.of(Size.SMALL)));
        int day = 3;
        String kind = switch (day) {
            case 1, 7 -> "weekend";
            default -> {
                String text = "day ";
                yield text + day;
            }
        };
        p(kind);
        try {
            Size.valueOf("HUGE");
        } catch (IllegalArgumentException e) {
            p(e.getMessage());
        }
    }
}
