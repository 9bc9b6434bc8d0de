import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;

/** Streams of bytes in memory. */
public class ByteStreams {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataOutputStream data = new DataOutputStream(out)) {
            data.writeInt(258);
            data.writeUTF("\u00fc");
            data.writeDouble(1.5);
            data.writeBoolean(true);
        }
        p(out.size());
        try (DataInputStream data = new DataInputStream(new BufferedInputStream(new ByteArrayInputStream(out.toByteArray())))) {
            p(data.readInt() + data.readUTF() + data.readDouble() + data.readBoolean());
            data.readByte();
        } catch (EOFException e) {
            p(e);
        }
        SequenceInputStream both = new SequenceInputStream(new ByteArrayInputStream("ab".getBytes()), new ByteArrayInputStream("cd".getBytes()));
        p(new String(both.readAllBytes()));
        PushbackInputStream back = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
        int first = back.read();
        back.unread(first);
        p(back.read() + back.available());
    }
}
