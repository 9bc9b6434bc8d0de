import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.CharArrayWriter;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;

/** Readers and writers in memory. */
public class CharStreams {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        StringWriter text = new StringWriter();
        try (PrintWriter writer = new PrintWriter(text)) {
            writer.printf("%d-%s%n", 1, "x");
            writer.println(true);
            writer.append('c').write("end");
        }
        p(text.toString().replace('\n', '|'));
        BufferedReader reader = new BufferedReader(new StringReader("one\ntwo\n\nfour"));
        p(reader.readLine() + reader.read() + reader.lines().toList() + reader.readLine());
        LineNumberReader numbers = new LineNumberReader(new StringReader("a\nb\nc"));
        while (numbers.readLine() != null) System.out.print(numbers.getLineNumber());
        p("");
        CharArrayWriter chars = new CharArrayWriter();
        new InputStreamReader(new ByteArrayInputStream("\u00e4b".getBytes("UTF-8")), "UTF-8").transferTo(chars);
        p(chars.size() + " " + new StringReader("abc").skip(2));
    }
}
