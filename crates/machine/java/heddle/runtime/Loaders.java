package heddle.runtime;

import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.Arrays;

/**
 * Classes that the program makes while it runs. The machine links code by names alone, so a loader of the
 * program is asked at once for all that a new class mentions, as the JVM's specification allows, and has
 * to give what that name means to everybody else.
 */
final class Loaders {
  private Loaders() {}

  private static final int HIDDEN = 2;

  /** {@code Class.forName} with a loader of the program. */
  static Class<?> forName(String name, boolean initialize, ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> found = loader.loadClass(name);
    if (found == null || !found.getName().equals(name)) throw new ClassNotFoundException(name);
    if (initialize) initialize0(found);
    return found;
  }

  /** {@code ClassLoader.defineClass1} */
  static Class<?> define1(
      ClassLoader loader, String name, byte[] bytes, int from, int length,
      ProtectionDomain domain, String source) {
    return make(loader, name, Arrays.copyOfRange(bytes, from, from + length), null, null);
  }

  /** {@code ClassLoader.defineClass2} */
  static Class<?> define2(
      ClassLoader loader, String name, ByteBuffer buffer, int from, int length,
      ProtectionDomain domain, String source) {
    byte[] bytes = new byte[length];
    buffer.duplicate().position(from).get(bytes);
    return make(loader, name, bytes, null, null);
  }

  /** {@code ClassLoader.defineClass0} */
  static Class<?> define0(
      ClassLoader loader, Class<?> lookup, String name, byte[] bytes, int from, int length,
      ProtectionDomain domain, boolean initialize, int flags, Object data) {
    byte[] own = Arrays.copyOfRange(bytes, from, from + length);
    boolean hidden = (flags & HIDDEN) != 0;
    Class<?> made = make(loader, hidden ? null : name, own, hidden ? lookup : null, data);
    if (initialize) initialize0(made);
    return made;
  }

  /** {@code Unsafe.defineClass0} */
  static Class<?> defineUnsafe(
      Object unsafe, String name, byte[] bytes, int from, int length, ClassLoader loader,
      ProtectionDomain domain) {
    return define1(loader, name, bytes, from, length, domain, null);
  }

  private static Class<?> make(
      ClassLoader loader, String name, byte[] bytes, Class<?> host, Object data) {
    String[] supertypes = supertypes0(bytes);
    boolean asks = !isBuiltin0(loader);
    if (asks) {
      for (String supertype : supertypes) agree(supertype, load(loader, supertype, true));
    }
    Class<?> made = make0(loader, name, bytes, host, data);
    if (asks) {
      for (String other : mentioned0(bytes)) agree(other, load(loader, other, false));
    }
    return made;
  }

  private static Class<?> load(ClassLoader loader, String name, boolean needed) {
    try {
      Class<?> found = loader.loadClass(name);
      if (found != null || !needed) return found;
    } catch (ClassNotFoundException e) {
      if (!needed) return null;
    } catch (LinkageError e) {
      if (needed) throw e;
      return null;
    }
    throw new NoClassDefFoundError(name.replace('.', '/'));
  }

  private static void agree(String name, Class<?> found) {
    if (!agrees0(name, found)) {
      Tests.unsupported0("a class loader that has its own meaning of " + name);
    }
  }

  private static native void initialize0(Class<?> made);

  private static native boolean isBuiltin0(ClassLoader loader);

  private static native String[] supertypes0(byte[] bytes);

  private static native String[] mentioned0(byte[] bytes);

  private static native boolean agrees0(String name, Class<?> found);

  private static native Class<?> make0(
      ClassLoader loader, String name, byte[] bytes, Class<?> host, Object data);
}
