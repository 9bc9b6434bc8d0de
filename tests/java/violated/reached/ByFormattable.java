//@ property: race
//@ kind: race

import java.util.Formattable;
import java.util.Formatter;

/** Formatting has an object format itself. */
public class ByFormattable {
    static class Counted implements Formattable {
        int asked;

        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {
            asked++; //~ race
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counted counted = new Counted();
        Thread other = new Thread(() -> String.format("%s", counted));
        other.start();
        String.format("%s", counted);
        other.join();
    }
}
