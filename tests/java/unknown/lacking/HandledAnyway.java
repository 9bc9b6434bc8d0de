import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** Also where the program is prepared for the exception, what follows is no run of the program. */
public class HandledAnyway {
    public static void main(String[] args) {
        try {
            SecureRandom.getInstanceStrong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
