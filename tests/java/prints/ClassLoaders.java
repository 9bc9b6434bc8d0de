import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.Collections;

/** The loaders that a program has, and classes that it makes of bytes. */
public class ClassLoaders {
  static void say(Object what) { System.out.println(what); }

  /** A class file with {@code public static int value()}. */
  static byte[] made(String name, String above, int value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xCAFEBABE);
    out.writeInt(52);
    out.writeShort(10);
    for (String type : new String[] {name, above}) {
      out.writeByte(1);
      out.writeUTF(type);
      out.writeByte(7);
      out.writeShort(type == name ? 1 : 3);
    }
    for (String text : new String[] {"value", "()I", "Code", "x", "I"}) {
      out.writeByte(1);
      out.writeUTF(text);
    }
    for (int word : new int[] {0x21, 2, 4, 0, 0, 1, 9, 5, 6, 1, 7}) out.writeShort(word);
    out.writeInt(15);
    out.writeShort(1);
    out.writeShort(0);
    out.writeInt(3);
    out.write(new byte[] {16, (byte) value, (byte) 172, 0, 0, 0, 0});
    out.writeShort(0);
    return bytes.toByteArray();
  }

  static int value(Class<?> of) throws ReflectiveOperationException {
    return (int) of.getMethod("value").invoke(null);
  }

  static class Own extends ClassLoader {
    int asked;

    Own() { super("own", ClassLoaders.class.getClassLoader()); }

    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
      asked++;
      try {
        byte[] bytes;
        if (name.equals("far.Base")) {
          bytes = made("far/Base", "java/lang/Object", 1);
        } else if (name.equals("far.Made")) {
          bytes = made("far/Made", "far/Base", 2);
        } else {
          throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    ClassLoader app = ClassLoaders.class.getClassLoader();
    say(app == ClassLoader.getSystemClassLoader());
    say(app.getName() + " " + app.getParent().getName() + " " + app.getParent().getParent());
    say(app.getParent() == ClassLoader.getPlatformClassLoader());
    say(String.class.getClassLoader());
    say(ClassLoaders.class.getPackage().getName().isEmpty());
    say(Class.forName("ClassLoaders", false, app) == ClassLoaders.class);
    try {
      ClassLoader.getPlatformClassLoader().loadClass("ClassLoaders");
    } catch (ClassNotFoundException e) {
      say(e);
    }

    Own own = new Own();
    Class<?> made = Class.forName("far.Made", true, own);
    say(made + " " + made.getSuperclass() + " " + value(made) + " " + own.asked);
    say(made.getClassLoader() == own);
    say(made.getPackage().getName());
    say(own.loadClass("far.Base") == made.getSuperclass());
    say(own.loadClass("java.lang.String") == String.class);
    say(own.asked);
    try {
      Class.forName("far.Made");
    } catch (ClassNotFoundException e) {
      say(e);
    }
    try {
      own.loadClass("far.Other");
    } catch (ClassNotFoundException e) {
      say(e);
    }
    try {
      own.findClass("far.Made");
    } catch (LinkageError e) {
      say(e.getClass());
    }

    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Class<?> beside = lookup.defineClass(made("Beside", "java/lang/Object", 3));
    say(beside + " " + value(beside) + " " + (beside.getClassLoader() == app));
    say(Class.forName("Beside") == beside);
    byte[] bytes = made("Unseen", "java/lang/Object", 4);
    Class<?> one = lookup.defineHiddenClass(bytes, true).lookupClass();
    Class<?> other = lookup.defineHiddenClass(bytes, true).lookupClass();
    say(one != other);
    say(one.isHidden() + " " + one.getName().startsWith("Unseen/0x") + " " + value(other));
    try {
      Class.forName("Unseen");
    } catch (ClassNotFoundException e) {
      say(e);
    }
    try {
      lookup.defineClass(new byte[] {1, 2, 3});
    } catch (ClassFormatError e) {
      say("no class");
    }

    say(Collections.list(app.getResources("ClassLoaders.class")).size());
    say(Collections.list(app.getResources("nothing/of/this/name")).size());
    say(own.getResource("ClassLoaders.class") != null);
    try {
      Object text = "text";
      say((Integer) text);
    } catch (ClassCastException e) {
      say(e.getMessage());
    }
    try {
      Object loader = new int[0];
      say((ClassLoaders) loader);
    } catch (ClassCastException e) {
      say(e.getMessage());
    }
  }
}
