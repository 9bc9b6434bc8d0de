import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Locale;

/** Message formats and number formats. */
public class Messages {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(MessageFormat.format("{0} has {1} of {2}", "x", 3, "y''z"));
        p(new DecimalFormat("#,##0.00").format(1234567.891) + " " + new DecimalFormat("0.###E0").format(12345) + " " + new DecimalFormat("00%").format(0.25));
        p(NumberFormat.getInstance(Locale.ENGLISH).format(9876543.21) + " " + NumberFormat.getPercentInstance(Locale.ENGLISH).format(0.5));
        p(new DecimalFormat("#.#").parse("3.75") + " " + new ChoiceFormat("0#none|1#one|2#many").format(5));
    }
}
