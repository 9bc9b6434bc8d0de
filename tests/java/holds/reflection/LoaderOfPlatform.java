/** The loader of the class path has that of the platform above it. */
public class LoaderOfPlatform {
    public static void main(String[] args) {
        ClassLoader above = LoaderOfPlatform.class.getClassLoader().getParent();
        assert above == ClassLoader.getPlatformClassLoader();
        assert above.getName().equals("platform") && above.getParent() == null;
    }
}
