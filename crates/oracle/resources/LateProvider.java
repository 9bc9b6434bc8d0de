import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;

/** A thread adds a provider of the program's own while another asks for an algorithm. */
class LateProvider {
    public static class Own extends Provider {
        public Own() {
            super("Own", "1", "");
            put("MessageDigest.SHA-256", "LateProvider$Digest");
        }
    }

    public static class Digest extends MessageDigestSpi {
        @Override
        protected void engineUpdate(byte input) {}

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {}

        @Override
        protected byte[] engineDigest() {
            return new byte[] {7};
        }

        @Override
        protected void engineReset() {}
    }

    public static void main(String[] args) throws Exception {
        String[] seen = new String[2];
        Thread other = new Thread(() -> {
            Security.insertProviderAt(new Own(), 1);
            seen[1] = look();
        });
        other.start();
        seen[0] = look();
        other.join();
        System.out.println(seen[0] + " " + seen[1] + " " + look());
    }

    static String look() {
        try {
            return MessageDigest.getInstance("SHA-256").getProvider().getName();
        } catch (NoSuchAlgorithmException e) {
            return e.toString();
        }
    }
}
