/** The packages of the JDK are not known. */
public class PackageOfClass {
    public static void main(String[] args) {
        assert String.class.getPackage().getName().equals("java.lang");
    }
}
