/** Switches over ints, strings and enums, old and new form, with what another thread has chosen. */
public class AllForms {
    enum Color { RED, GREEN, BLUE }

    static volatile Color color = Color.RED;

    static int old(int number) {
        int result = 0;
        switch (number) {
            case 1:
                result += 1;
            case 2:
                result += 10;
                break;
            case 1000:
                result = 3;
                break;
            default:
                result = -1;
        }
        return result;
    }

    static int words(String word) {
        return switch (word) {
            case "Aa", "BB" -> 1;
            case "C" -> {
                int length = word.length();
                yield length + 1;
            }
            default -> 0;
        };
    }

    public static void main(String[] args) {
        new Thread(() -> color = Color.BLUE).start();
        int seen = switch (color) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
        assert seen != 2;
        assert old(1) == 11 && old(2) == 10 && old(1000) == 3 && old(7) == -1;
        assert words("Aa") == 1 && words("BB") == 1 && words("C") == 2 && words("D") == 0;
    }
}
