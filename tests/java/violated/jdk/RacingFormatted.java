//@ property: race
//@ kind: race
//@ says: RacingFormatted.builder

/** A builder that is put into words by a format. */
class RacingFormatted {
    static final StringBuilder builder = new StringBuilder("a");
    static String text;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            builder.append('b'); //~ race
        });
        other.start();
        text = String.format("%s", builder); //~ race
        other.join();
    }
}
