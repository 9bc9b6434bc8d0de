//@ property: race
//@ kind: race
//@ says: RacingJoiner.joiner

import java.util.StringJoiner;

/** A StringJoiner is not thread-safe. */
class RacingJoiner {
    static final StringJoiner joiner = new StringJoiner(",");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            joiner.add("a"); //~ race
        });
        other.start();
        joiner.add("b"); //~ race
        other.join();
    }
}
