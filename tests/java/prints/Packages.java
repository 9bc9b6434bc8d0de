/** Packages of the program and of the library. */
public class Packages {
    @SuppressWarnings("deprecation")
    public static void main(String[] args) {
        Package own = Packages.class.getPackage();
        System.out.println("[" + own.getName() + "] " + (own == Inner.class.getPackage()));
        System.out.println(own.getImplementationVersion() + " " + own.isSealed());
        System.out.println(int[].class.getPackage() + " " + int.class.getPackage());
        System.out.println(String.class.getPackage());
        System.out.println(Package.getPackage("java.util").getName());
        System.out.println(Thread.class.getPackage().equals(Object.class.getPackage()));
        System.out.println(Packages.class.getClassLoader().getDefinedPackage("no.such"));
    }

    static class Inner {}
}
