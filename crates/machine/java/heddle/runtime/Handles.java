package heddle.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;

/** Direct method handles: the machine makes and calls them, this gives them their types. */
final class Handles {
  private Handles() {}

  private static final int STATIC = 0;
  private static final int VIRTUAL = 1;
  private static final int SPECIAL = 2;
  private static final int CONSTRUCTOR = 3;
  private static final int GETTER = 4;
  private static final int SETTER = 5;

  private static native MethodHandle resolve0(
      int what, Class<?> owner, String name, String descriptor, Class<?> field, MethodType type);

  private static native MethodHandle reflected0(Object member, int what, MethodType type);

  private static native MethodHandle bind0(MethodHandle handle, Object[] arguments, MethodType type);

  static List<Class<?>> list(Class<?>[] classes) { return List.of(classes); }

  static MethodHandle findVirtual(Lookup lookup, Class<?> owner, String name, MethodType type) {
    MethodType full = type.insertParameterTypes(0, owner);
    return resolve0(VIRTUAL, owner, name, type.toMethodDescriptorString(), null, full);
  }

  static MethodHandle findStatic(Lookup lookup, Class<?> owner, String name, MethodType type) {
    return resolve0(STATIC, owner, name, type.toMethodDescriptorString(), null, type);
  }

  static MethodHandle findConstructor(Lookup lookup, Class<?> owner, MethodType type) {
    MethodType full = type.changeReturnType(owner);
    return resolve0(CONSTRUCTOR, owner, "<init>", type.toMethodDescriptorString(), null, full);
  }

  static MethodHandle findSpecial(
      Lookup lookup, Class<?> owner, String name, MethodType type, Class<?> caller) {
    MethodType full = type.insertParameterTypes(0, caller);
    return resolve0(SPECIAL, owner, name, type.toMethodDescriptorString(), null, full);
  }

  static MethodHandle findGetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    return resolve0(GETTER, owner, name, null, type, MethodType.methodType(type, owner));
  }

  static MethodHandle findSetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    return resolve0(SETTER, owner, name, null, type, MethodType.methodType(void.class, owner, type));
  }

  static MethodHandle findStaticGetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    return resolve0(GETTER, owner, name, null, type, MethodType.methodType(type));
  }

  static MethodHandle findStaticSetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    return resolve0(SETTER, owner, name, null, type, MethodType.methodType(void.class, type));
  }

  static MethodHandle unreflect(Lookup lookup, Method method) {
    MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    if (Modifier.isStatic(method.getModifiers())) return reflected0(method, STATIC, type);
    return reflected0(method, VIRTUAL, type.insertParameterTypes(0, method.getDeclaringClass()));
  }

  static MethodHandle unreflectConstructor(Lookup lookup, Constructor<?> constructor) {
    Class<?> owner = constructor.getDeclaringClass();
    return reflected0(constructor, CONSTRUCTOR, MethodType.methodType(owner, constructor.getParameterTypes()));
  }

  private static native Object[] bound0(MethodHandle handle);

  static MethodHandle bindTo(MethodHandle handle, Object receiver) {
    return bindAll(handle, new Object[] {handle.type().parameterType(0).cast(receiver)});
  }

  static MethodHandle insertArguments(MethodHandle handle, int position, Object... values) {
    if (position != 0) throw new UnsupportedOperationException("arguments after the first");
    return bindAll(handle, values);
  }

  private static MethodHandle bindAll(MethodHandle handle, Object[] values) {
    Object[] before = bound0(handle);
    int count = before == null ? 0 : before.length;
    Object[] all = new Object[count + values.length];
    if (count > 0) System.arraycopy(before, 0, all, 0, count);
    System.arraycopy(values, 0, all, count, values.length);
    return bind0(handle, all, handle.type().dropParameterTypes(0, values.length));
  }
}
