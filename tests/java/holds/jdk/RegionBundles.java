
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.ResourceBundle;

/** Both threads load a resource bundle of the program. */
class RegionBundles {
    public static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"a", "b"}};
        }
    }

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
        ResourceBundle bundle = ResourceBundle.getBundle("RegionBundles$Words", Locale.US);
        assert bundle.getString("a").equals("b");
    }
}
