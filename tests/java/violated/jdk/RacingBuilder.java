//@ property: race
//@ kind: race
//@ says: RacingBuilder.builder

/** Two threads append to one StringBuilder. */
class RacingBuilder {
    static final StringBuilder builder = new StringBuilder();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            builder.append('a'); //~ race
        });
        other.start();
        builder.append('b'); //~ race
        other.join();
    }
}
