import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Objects written and read in memory. */
public class Serialized {
    static class Point implements Serializable {
        private static final long serialVersionUID = 1;
        int x;
        transient String hidden;

        Point(int x, String hidden) {
            this.x = x;
            this.hidden = hidden;
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Point(3, "secret"));
            out.writeObject(new ArrayList<>(List.of("a", "b")));
            out.writeInt(9);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Point point = (Point) in.readObject();
            p(point.x + " " + point.hidden + " " + in.readObject() + " " + in.readInt());
        }
        try {
            new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new Object());
        } catch (NotSerializableException e) {
            p(e);
        }
    }
}
