package heddle.runtime;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * What the modules of the JDK keep from the program, which is one unnamed module. To Heddle there is
 * only one module, so this goes by the names of packages.
 */
final class Modules {
  private Modules() {}

  /** {@code AccessibleObject.checkCanSetAccessible} */
  static boolean canSetAccessible(
      AccessibleObject object, Class<?> caller, Class<?> declaring, boolean throwing) {
    String module = module0(declaring);
    if (module == null || isLibrary0(caller)) return true;
    String name = declaring.getPackageName();
    boolean shown = Modifier.isPublic(declaring.getModifiers()) && isExported(name);
    int modifiers = object instanceof Member member ? member.getModifiers() : Modifier.PUBLIC;
    if (shown && Modifier.isPublic(modifiers)) return true;
    if (shown
        && Modifier.isProtected(modifiers)
        && Modifier.isStatic(modifiers)
        && declaring.isAssignableFrom(caller)) {
      return true;
    }
    if (isOpen(name)) return true;
    if (!throwing) return false;
    String lacking = shown || !Modifier.isPublic(modifiers) || isExported(name) ? "opens" : "exports";
    throw new InaccessibleObjectException(
        "Unable to make " + (object instanceof Field ? "field " : "") + object
            + " accessible: module " + module + " does not \"" + lacking + " " + name + "\" to "
            + caller.getModule());
  }

  /** {@code Package.getPackage}; packages are known when a class of theirs was asked for its own. */
  static Package packageOf(String name) throws ReflectiveOperationException {
    Package found = Fixed.loader.getDefinedPackage(name);
    if (found == null) found = libraryPackage(name);
    if (found == null) Tests.unsupported0("Package.getPackage of a package that no class named");
    return found;
  }

  /** {@code BootLoader.definePackage} */
  static Package libraryPackageOf(Class<?> type) throws ReflectiveOperationException {
    return libraryPackage(type.getPackageName());
  }

  /** {@code BootLoader.getDefinedPackage}; the one loader that there is keeps all packages. */
  static Package libraryPackage(String name) throws ReflectiveOperationException {
    if (!name.startsWith("java.") && !name.startsWith("javax.") && !name.startsWith("jdk.")) {
      return null;
    }
    Method define =
        ClassLoader.class.getDeclaredMethod("definePackage", String.class, Module.class);
    return (Package) define.invoke(Fixed.loader, name, Fixed.module);
  }

  private static boolean isExported(String name) {
    return isOpen(name)
        || !(name.startsWith("jdk.internal.") || name.startsWith("sun.") || name.startsWith("com.sun."));
  }

  /** Packages of {@code jdk.unsupported}, which is there for those who need them. */
  private static boolean isOpen(String name) {
    return name.equals("sun.misc") || name.equals("sun.reflect");
  }

  /** The name of the JDK's module that the class is of, or null. */
  private static native String module0(Class<?> of);

  private static native boolean isLibrary0(Class<?> of);
}
