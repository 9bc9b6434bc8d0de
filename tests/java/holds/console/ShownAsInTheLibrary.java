import java.io.PrintStream;

/** The streams of System throw, and are of classes, as those of the JDK. */
public class ShownAsInTheLibrary {
    public static void main(String[] args) throws Exception {
        assert System.out.getClass() == PrintStream.class && System.err.getClass() == PrintStream.class;
        assert System.in.getClass() == java.io.BufferedInputStream.class;
        try {
            System.out.write(new byte[1], 0, 5);
            assert false;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert e.getMessage().equals("arraycopy: last source index 5 out of bounds for byte[1]") : e;
        }
        try {
            System.out.write(new byte[1], -1, 1);
            assert false;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert e.getMessage().contains("-1") : e;
        }
        System.in.close();
        try {
            int read = System.in.available();
            assert false;
        } catch (java.io.IOException e) {
            assert e.getMessage().equals("Stream closed");
        }
    }
}
