/** Boxing, unboxing, wrapper caches and wrapper methods. */
public class Boxes {
    static String kind(Object object) {
        return object.getClass().getSimpleName() + "=" + object;
    }

    public static void main(String[] args) {
        Integer a = 127;
        Integer b = 127;
        Long c = -128L;
        System.out.println((a == b) + " " + (c == Long.valueOf(-128)) + " " + a.equals(b) + " " + a.equals(127L) + " "
            + (Short.valueOf((short) 5) == Short.valueOf((short) 5)) + " " + (Character.valueOf('\u007f') == Character.valueOf('\u007f')));
        System.out.println(kind(1) + " " + kind(1L) + " " + kind('c') + " " + kind(1f) + " " + kind((byte) 1) + " " + kind(true) + " "
            + kind(1 + 1L) + " " + kind('a' + 1) + " " + kind((char) ('a' + 1)) + " " + kind(5 / 2.0));
        int sum = 0;
        Integer counter = 0;
        for (Integer i = 0; i < 200; i++) {
            sum += i;
            counter += 2;
        }
        System.out.println(sum + " " + counter);
        System.out.println(Integer.valueOf("77") + Integer.decode("0x1F") + Integer.parseInt("+5") + " " + Integer.toString(-9, 2) + " "
            + Integer.MAX_VALUE + " " + Byte.MIN_VALUE + " " + Short.MAX_VALUE + " " + Integer.signum(-4));
        for (String text : new String[] {"12", "", "1 ", "99999999999", null, "-", "1_0"}) {
            try {
                System.out.print(Integer.parseInt(text) + "; ");
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage() + "; ");
            }
        }
        System.out.println();
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.logicalXor(true, false) + " " + Double.valueOf("1e2") + " "
            + Long.valueOf(5).intValue() + " " + Double.valueOf(3.99).intValue() + " " + Integer.valueOf(65).byteValue());
        Object object = 3;
        int primitive = (Integer) object;
        long widened = primitive;
        double doubled = widened;
        System.out.println(primitive + " " + widened + " " + doubled);
        Integer nothing = null;
        try {
            int fails = nothing;
            System.out.println(fails);
        } catch (NullPointerException e) {
            System.out.println("null unboxed");
        }
        System.out.println(Integer.valueOf(3).compareTo(7) + " " + Character.compare('b', 'a') + " " + Boolean.compare(true, false) + " "
            + Double.compare(1.0, 1.0) + " " + Integer.sum(3, 4) + " " + Long.max(3, 4));
        System.out.println(Integer.class == int.class ? "same" : Integer.TYPE + " " + int.class.isPrimitive());
        char letter = 'x';
        int number = letter;
        letter++;
        System.out.println(number + " " + letter + " " + (letter > 'w') + " " + (int) Character.MAX_VALUE);
    }
}
