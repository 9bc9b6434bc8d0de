import java.util.ListResourceBundle;
import java.util.ResourceBundle;

/** A ResourceBundle makes its table when it is first asked. */
class SharedBundle {
    static final ResourceBundle bundle = new ListResourceBundle() {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"key", "value"}};
        }
    };

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
        assert bundle.getString("key").equals("value") && bundle.containsKey("key");
    }
}
