//@ property: race
//@ kind: race
//@ says: RacingDecimalFormat.format

import java.text.DecimalFormat;

/** A DecimalFormat is not thread-safe. */
class RacingDecimalFormat {
    static final DecimalFormat format = new DecimalFormat("0.00");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            format.format(1.5); //~ race
        });
        other.start();
        format.format(2.5); //~ race
        other.join();
    }
}
