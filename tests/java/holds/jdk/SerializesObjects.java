
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Each thread writes and reads objects. */
class SerializesObjects {
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new ArrayList<>(List.of(n, "text")));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assert in.readObject().equals(List.of(n, "text"));
        }
    }
}
