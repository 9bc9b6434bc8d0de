import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.StringTokenizer;
import java.util.zip.CRC32;

/** Readers, writers, streams of bytes and tokens, all in memory. */
public class Scanning {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new StringReader("one\ntwo\r\n\nlast"));
        String line;
        while ((line = reader.readLine()) != null) {
            System.out.print("[" + line + "]");
        }
        System.out.println();
        StringTokenizer tokens = new StringTokenizer("3 + 4*x", " +*", true);
        StringBuilder joined = new StringBuilder();
        while (tokens.hasMoreTokens()) {
            joined.append(tokens.nextToken()).append('|');
        }
        System.out.println(joined);
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        writer.print(1);
        writer.print('c');
        writer.printf("%03d", 5);
        writer.append("end");
        writer.flush();
        System.out.println(text);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(-2);
            out.writeUTF("\u00e9t\u00e9");
            out.writeDouble(1.5);
            out.writeBoolean(true);
        }
        System.out.println(Arrays.toString(bytes.toByteArray()));
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            System.out.println(in.readInt() + " " + in.readUTF().length() + " " + in.readDouble() + " " + in.readBoolean() + " " + in.read());
        }
        ByteBuffer buffer = ByteBuffer.allocate(16);
        buffer.putInt(258).putLong(-1L).flip();
        System.out.println(buffer.get() + " " + buffer.get(3) + " " + buffer.remaining() + " " + buffer);
        System.out.println(Base64.getEncoder().encodeToString("heddle!".getBytes()) + " "
            + new String(Base64.getDecoder().decode("bG9vbQ==")));
        CRC32 crc = new CRC32();
        crc.update("123456789".getBytes());
        System.out.println(Long.toHexString(crc.getValue()));
        StringWriter trace = new StringWriter();
        new IllegalStateException("printed").printStackTrace(new PrintWriter(trace, true));
        System.out.println(trace.toString().lines().findFirst().get());
    }
}
