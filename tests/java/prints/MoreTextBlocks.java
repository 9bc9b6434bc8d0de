/** Text blocks and escapes. */
public class MoreTextBlocks {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        String block = """
                {
                  "a": "b\\n",
                  tab:\t|
                }\
                """;
        System.out.println(block);
        p(block.lines().map(String::strip).toList() + " " + "a\\tb".translateEscapes() + " " + "  x\n y".stripIndent().length() + "x\ny".indent(2));
    }
}
