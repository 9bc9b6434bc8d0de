//@ property: race
//@ kind: race
//@ says: RacingLocaleBuilder.builder

import java.util.Locale;

/** A Locale is immutable, its builder is not. */
class RacingLocaleBuilder {
    static final Locale.Builder builder = new Locale.Builder();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            builder.setLanguage("de"); //~ race
        });
        other.start();
        builder.setLanguage("fr"); //~ race
        other.join();
    }
}
