import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.Security;

/** A provider of the program's own is asked first once it is there. */
class OwnProviderFirst {
    public static class Own extends Provider {
        public Own() {
            super("Own", "1", "");
            put("MessageDigest.SHA-256", "OwnProviderFirst$Digest");
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
        Thread other = new Thread(() -> Security.insertProviderAt(new Own(), 1));
        other.start();
        int before = digest().length;
        assert before == 32 || before == 1;
        other.join();
        assert digest().length == 1;
    }

    static byte[] digest() throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(new byte[] {1});
    }
}
