import java.util.UUID;

/** Both threads make random UUIDs. */
class RandomUuids {
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
        assert UUID.randomUUID().version() == 4;
    }
}
