//@ property: exception,deadlock
//@ kind: exception
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Two threads ask a loader for a class that it makes: each may make it, and one is refused. */
public class MadeTwice extends ClassLoader {
    static int made;
    static final Class<?>[] found = new Class<?>[2];

    MadeTwice() { super("own", MadeTwice.class.getClassLoader()); }

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
        MadeTwice loader = new MadeTwice();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                try {
                    found[own] = loader.findClass("Fewer");
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
