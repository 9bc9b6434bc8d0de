import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the access modes of a VarHandle return, on a field of a reference and one of a long. */
public class Modes {
    private String text = "a";
    private long number = 1;

    public static void main(String[] args) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle text = lookup.findVarHandle(Modes.class, "text", String.class);
        VarHandle number = lookup.findVarHandle(Modes.class, "number", long.class);
        Modes modes = new Modes();
        assert text.get(modes).equals("a");
        assert (String) text.compareAndExchange(modes, "a", "b") == "a";
        assert (String) text.compareAndExchange(modes, "a", "c") == "b";
        assert text.getAndSet(modes, "d").equals("b");
        text.setOpaque(modes, "e");
        assert text.getOpaque(modes).equals("e");
        assert (long) number.getAndAdd(modes, 4L) == 1L;
        assert (long) number.getAndBitwiseOr(modes, 2L) == 5L;
        assert (long) number.getAndBitwiseAnd(modes, 3L) == 7L;
        assert (long) number.getAndBitwiseXor(modes, 1L) == 3L;
        number.setVolatile(modes, 9L);
        assert (long) number.getVolatile(modes) == 9L;
        assert modes.text.equals("e") && modes.number == 9L;
    }
}
