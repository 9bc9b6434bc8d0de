import java.util.UUID;

/** A UUID is immutable. */
class SharedUuid {
    static final UUID id = new UUID(1, 2);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        assert id.toString().length() == 36 && id.hashCode() == new UUID(1, 2).hashCode();
        assert UUID.nameUUIDFromBytes(new byte[] {(byte) n}).version() == 3;
    }
}
