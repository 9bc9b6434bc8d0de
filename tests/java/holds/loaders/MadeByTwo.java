import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Two threads ask a loader for a class that it makes: it makes one, under its lock. */
public class MadeByTwo extends ClassLoader {
    static int made;
    static final Class<?>[] found = new Class<?>[2];

    MadeByTwo() { super("own", MadeByTwo.class.getClassLoader()); }

    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        made++;
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0xCAFEBABE);
            out.writeInt(52);
            out.writeShort(5);
            for (String type : new String[] {name, "java/lang/Object"}) {
                out.writeByte(1);
                out.writeUTF(type);
                out.writeByte(7);
                out.writeShort(type == name ? 1 : 3);
            }
            for (int word : new int[] {0x21, 2, 4, 0, 0, 0, 0}) out.writeShort(word);
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    public static void main(String[] args) throws Exception {
        MadeByTwo loader = new MadeByTwo();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                try {
                    found[own] = loader.loadClass("Few");
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        assert made == 1 && found[0] == found[1] && found[0].getClassLoader() == loader;
    }
}
