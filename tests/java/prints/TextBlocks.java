/** Text blocks and string constants. */
public class TextBlocks {
    static final String CONSTANT = "x" + 1 + 'c' + true + 2.5;

    public static void main(String[] args) {
        String block = """
            Hello,
              "quoted" and \""" three
            tab\tend  \s
            joined \
            line
            """;
        System.out.print(block);
        System.out.println(block.length());
        String tight = """
            one
            two""";
        System.out.println(tight.equals("one\ntwo"));
        String json = """
            {
              "name": "%s",
              "list": [%d, %d]
            }
            """.formatted("heddle", 1, 2);
        System.out.print(json);
        System.out.println(CONSTANT + " " + (CONSTANT == "x1ctrue2.5"));
        System.out.println("a\\tb".translateEscapes() + "|" + "  x\n    y\n".stripIndent() + "|");
        int i = 3;
        long l = 4;
        char c = 'c';
        Object object = null;
        System.out.println("i=" + i + ", l=" + l + ", c=" + c + ", o=" + object + ", sum=" + (i + l) + ", " + i + l + c);
        System.out.println(i + l + "x" + i + l);
        System.out.println('a' + 'b' + "ab" + 'a' + 'b');
        String big = "";
        for (int n = 0; n < 5; n++) {
            big += n + ",";
        }
        System.out.println(big);
    }
}
