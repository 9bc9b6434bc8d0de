/** To Heddle there is one class loader. */
public class LoaderOfPlatform {
    public static void main(String[] args) {
        assert LoaderOfPlatform.class.getClassLoader().getParent() == null;
    }
}
