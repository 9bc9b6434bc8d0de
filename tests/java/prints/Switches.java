/** All kinds of switch. */
public class Switches {
    enum Day { MONDAY, FRIDAY, SUNDAY }

    static String old(int number) {
        String result = "";
        switch (number) {
            case 1:
                result += "one ";
            case 2:
                result += "two ";
                break;
            case -1:
            case 100:
                result += "far ";
            default:
                result += "other ";
        }
        return result;
    }

    static int sparse(int number) {
        switch (number) {
            case Integer.MIN_VALUE:
                return 1;
            case 0:
                return 2;
            case 1_000_000:
                return 3;
            case Integer.MAX_VALUE:
                return 4;
            default:
                return 5;
        }
    }

    static String text(String key) {
        switch (key) {
            case "Aa":
                return "first";
            case "BB":
                return "same hash";
            case "":
                return "empty";
            default:
                return "no";
        }
    }

    static int arrow(Day day) {
        return switch (day) {
            case MONDAY -> 1;
            case FRIDAY -> {
                int base = day.ordinal();
                yield base * 10;
            }
            default -> day.name().length();
        };
    }

    static String chars(char c) {
        return switch (c) {
            case 'a', 'e', 'i', 'o', 'u' -> "vowel";
            case 'y' -> "maybe";
            default -> "consonant";
        };
    }

    static int nested(int a, String b) {
        switch (a) {
            case 1:
                switch (b) {
                    case "x":
                        return 11;
                    default:
                        break;
                }
            default:
                return 0;
        }
    }

    public static void main(String[] args) {
        for (int number : new int[] {1, 2, 3, -1, 100}) {
            System.out.print(old(number) + "| ");
        }
        System.out.println();
        for (int number : new int[] {Integer.MIN_VALUE, -1, 0, 1_000_000, Integer.MAX_VALUE}) {
            System.out.print(sparse(number) + " ");
        }
        System.out.println();
        for (String key : new String[] {"Aa", "BB", "", "C"}) {
            System.out.print(text(key) + ", ");
        }
        System.out.println();
        for (Day day : Day.values()) {
            System.out.print(arrow(day) + " ");
        }
        System.out.println();
        System.out.println(chars('a') + " " + chars('y') + " " + chars('z'));
        System.out.println(nested(1, "x") + " " + nested(1, "y") + " " + nested(2, "x"));
        Byte boxed = (byte) 3;
        switch (boxed) {
            case 3 -> System.out.println("three");
            default -> System.out.println("not three");
        }
        try {
            arrow(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
