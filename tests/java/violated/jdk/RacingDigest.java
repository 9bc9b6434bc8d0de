//@ property: race
//@ kind: race
//@ says: RacingDigest.digest

import java.security.MessageDigest;

/** A MessageDigest is not thread-safe. */
class RacingDigest {
    static final MessageDigest digest = make();

    static MessageDigest make() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            digest.update((byte) 1); //~ race
        });
        other.start();
        digest.update((byte) 2); //~ race
        other.join();
    }
}
