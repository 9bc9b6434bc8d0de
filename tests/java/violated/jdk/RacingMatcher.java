//@ property: race
//@ kind: race
//@ says: RacingMatcher.matcher

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Matcher is not thread-safe. */
class RacingMatcher {
    static final Matcher matcher = Pattern.compile("a+").matcher("caab");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            matcher.find(); //~ race
        });
        other.start();
        matcher.reset(); //~ race
        other.join();
    }
}
