/** A class loader asks its parent first, and then itself. */
public class LoaderAsks extends ClassLoader {
    private int asked;

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        asked++;
        if (name.equals("Text")) return String.class;
        throw new ClassNotFoundException(name);
    }

    public static void main(String[] args) throws Exception {
        LoaderAsks loader = new LoaderAsks();
        Thread thread = new Thread(() -> {
            try {
                loader.loadClass("Text");
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        assert loader.loadClass("Text") == String.class;
        assert loader.loadClass("LoaderAsks") == LoaderAsks.class;
        assert loader.loadClass("java.util.ArrayList") == java.util.ArrayList.class;
        try {
            loader.loadClass("Missing");
            assert false;
        } catch (ClassNotFoundException e) {
            // Nobody has it.
        }
        thread.join();
        assert loader.asked == 3;
    }
}
