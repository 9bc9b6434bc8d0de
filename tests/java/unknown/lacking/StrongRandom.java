import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** Heddle has no source of strong random numbers: that is no fault of the program. */
public class StrongRandom {
    public static void main(String[] args) throws NoSuchAlgorithmException {
        int number = SecureRandom.getInstanceStrong().nextInt(5);
        assert number >= 0;
    }
}
