import java.io.IOException;
import java.io.InputStream;

/** A class loader that has its own class of a name that is on the class path, too. */
public class SecondOfName extends ClassLoader {
    public static void main(String[] args) throws IOException {
        try (InputStream stream = SecondOfName.class.getResourceAsStream("SecondOfName.class")) {
            byte[] bytes = stream.readAllBytes();
            Class<?> other = new SecondOfName().defineClass(null, bytes, 0, bytes.length);
            assert other != SecondOfName.class && other.getName().equals("SecondOfName");
        }
    }
}
