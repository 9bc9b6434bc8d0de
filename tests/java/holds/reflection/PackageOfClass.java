/** Classes of the JDK know their packages. */
public class PackageOfClass {
    public static void main(String[] args) {
        assert String.class.getPackage().getName().equals("java.lang");
    }
}
