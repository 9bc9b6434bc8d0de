/** Literals and constant expressions are interned; computed strings are when asked. */
public class Interned {
    static final String CONSTANT = "a" + 1;

    public static void main(String[] args) {
        String computed = new StringBuilder("a").append(1).toString();
        assert CONSTANT == "a1";
        assert computed.equals(CONSTANT);
        assert computed != CONSTANT;
        assert computed.intern() == CONSTANT;
        assert "".isEmpty() && "" == "".intern();
    }
}
