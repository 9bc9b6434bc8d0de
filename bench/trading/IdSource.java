package trading;

import java.util.concurrent.atomic.AtomicLong;

/** Hands out numbers: every caller gets its own, starting with one. */
final class IdSource {
    private final AtomicLong last = new AtomicLong();

    long next() {
        return last.incrementAndGet();
    }

    /** How many have been handed out. */
    long count() {
        return last.get();
    }
}
