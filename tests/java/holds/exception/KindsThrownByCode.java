/** The exceptions that instructions throw, each with its own kind and in the right order. */
public class KindsThrownByCode {
    static int effects;

    static int effect() {
        effects++;
        return 0;
    }

    static String thrownBy(Runnable code) {
        try {
            code.run();
            return "nothing";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        int[] none = null;
        int[][] grid = new int[2][3];
        Object text = "text";
        assert thrownBy(() -> none[effect()]++).equals("NullPointerException");
        assert thrownBy(() -> grid[1][effect() + 3]++).equals("ArrayIndexOutOfBoundsException");
        assert thrownBy(() -> ((Integer) text).intValue()).equals("ClassCastException");
        assert thrownBy(() -> new int[effect() - 1].clone()).equals("NegativeArraySizeException");
        assert thrownBy(() -> ((Object[]) new String[1])[effect()] = 1)
            .equals("ArrayStoreException");
        assert thrownBy(() -> Integer.parseInt("x")).equals("NumberFormatException");
        assert thrownBy(() -> "abc".charAt(3)).equals("StringIndexOutOfBoundsException");
        assert thrownBy(() -> effect()).equals("nothing");
        assert effects == 5;
    }
}
