//@ property: race
//@ kind: race
//@ says: RacingMessageFormat.format

import java.text.MessageFormat;

/** A MessageFormat is not thread-safe. */
class RacingMessageFormat {
    static final MessageFormat format = new MessageFormat("{0,number}");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            format.applyPattern("{0}"); //~ race
        });
        other.start();
        format.format(new Object[] {2}); //~ race
        other.join();
    }
}
