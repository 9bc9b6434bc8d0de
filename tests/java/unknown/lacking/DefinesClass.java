/** A class loader that defines classes uses tables that Heddle does not fill. */
public class DefinesClass extends ClassLoader {
    public static void main(String[] args) {
        byte[] bytes = new byte[100];
        new DefinesClass().defineClass("Made", bytes, 0, bytes.length);
    }
}
