import java.io.StringReader;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Properties;
import java.util.ResourceBundle;

/** System properties and resource bundles from classes. */
public class Properties2 {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(System.getProperty("line.separator").length() + System.getProperty("file.separator") + System.getProperty("no.such.thing", "default"));
        System.setProperty("my.own", "value");
        p(System.getProperty("my.own") + Integer.getInteger("my.own", 3) + Boolean.getBoolean("my.own"));
        Properties properties = new Properties();
        properties.load(new StringReader("# comment\na=1\nb : two words\nc\\ d=\\u0041\n"));
        p(properties.getProperty("a") + properties.getProperty("b") + properties.getProperty("c d") + properties.getProperty("x", "none"));
        ResourceBundle bundle = new ListResourceBundle() {
            @Override
            protected Object[][] getContents() {
                return new Object[][] {{"hello", "Hi"}, {"n", 3}};
            }
        };
        p(bundle.getString("hello") + bundle.getObject("n") + bundle.containsKey("x") + Locale.getDefault().getLanguage() + Locale.ROOT);
    }
}
