//@ property: race
//@ kind: race
//@ says: RacingBuilderText.builder

/** One thread asks for the text while the other appends. */
class RacingBuilderText {
    static final StringBuilder builder = new StringBuilder();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            builder.append('a'); //~ race
        });
        other.start();
        builder.toString(); //~ race
        other.join();
    }
}
