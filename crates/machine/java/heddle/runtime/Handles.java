package heddle.runtime;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
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

  static MethodHandle unreflectGetter(Lookup lookup, Field field) {
    Class<?> type = field.getType();
    if (Modifier.isStatic(field.getModifiers())) {
      return reflected0(field, GETTER, MethodType.methodType(type));
    }
    return reflected0(field, GETTER, MethodType.methodType(type, field.getDeclaringClass()));
  }

  static MethodHandle unreflectSetter(Lookup lookup, Field field) throws IllegalAccessException {
    if (Modifier.isFinal(field.getModifiers())) {
      throw new IllegalAccessException("final field has no write access: " + field.getName());
    }
    Class<?> type = field.getType();
    if (Modifier.isStatic(field.getModifiers())) {
      return reflected0(field, SETTER, MethodType.methodType(void.class, type));
    }
    return reflected0(
        field, SETTER, MethodType.methodType(void.class, field.getDeclaringClass(), type));
  }

  static MethodHandle bind(Lookup lookup, Object receiver, String name, MethodType type) {
    return bindTo(findVirtual(lookup, receiver.getClass(), name, type), receiver);
  }

  /** The same handle: arguments are converted when it is called. */
  static MethodHandle asType(MethodHandle handle, MethodType type) {
    MethodType old = handle.type();
    if (old.equals(type)) return handle;
    if (old.parameterCount() != type.parameterCount()) {
      throw new WrongMethodTypeException("cannot convert " + handle + " to " + type);
    }
    return bind0(handle, bound0(handle), type);
  }

  static Object invokeWithArguments(MethodHandle handle, Object... arguments) {
    if (handle.type().parameterCount() != arguments.length) {
      unsupported0("MethodHandle.invokeWithArguments that collects arguments");
    }
    return spread0(handle, arguments);
  }

  static Object invokeWithList(MethodHandle handle, List<?> arguments) {
    return invokeWithArguments(handle, arguments.toArray());
  }

  /** What makes a record from the bytes of its primitive components and its other components. */
  static MethodHandle recordMaker(ObjectStreamClass layout) {
    MethodType type =
        MethodType.methodType(Object.class, ObjectStreamClass.class, byte[].class, Object[].class);
    MethodHandle maker =
        resolve0(STATIC, Handles.class, "makeRecord", type.toMethodDescriptorString(), null, type);
    return bindAll(maker, new Object[] {layout});
  }

  private static Object makeRecord(ObjectStreamClass layout, byte[] bytes, Object[] objects)
      throws Throwable {
    RecordComponent[] components = layout.forClass().getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      ByteBuffer buffer = ByteBuffer.wrap(bytes == null ? new byte[0] : bytes);
      values[i] = component(layout, components[i], buffer, objects);
    }
    Constructor<?> constructor = layout.forClass().getDeclaredConstructor(types);
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** In a stream the primitive fields stand first, one after the other; a missing one is 0 or null. */
  private static Object component(
      ObjectStreamClass layout, RecordComponent component, ByteBuffer bytes, Object[] objects) {
    int object = 0;
    for (ObjectStreamField field : layout.getFields()) {
      Class<?> type = field.getType();
      boolean found = field.getName().equals(component.getName());
      if (!type.isPrimitive()) {
        if (found) return component.getType().cast(objects[object]);
        object++;
        continue;
      }
      Object value = primitive(type, bytes);
      if (found && type == component.getType()) return value;
    }
    Class<?> type = component.getType();
    return type.isPrimitive() ? primitive(type, ByteBuffer.wrap(new byte[8])) : null;
  }

  private static Object primitive(Class<?> type, ByteBuffer bytes) {
    if (type == int.class) return bytes.getInt();
    if (type == long.class) return bytes.getLong();
    if (type == double.class) return bytes.getDouble();
    if (type == float.class) return bytes.getFloat();
    if (type == boolean.class) return bytes.get() != 0;
    if (type == byte.class) return bytes.get();
    if (type == char.class) return bytes.getChar();
    return bytes.getShort();
  }

  private static native Object[] bound0(MethodHandle handle);

  private static native Object spread0(MethodHandle handle, Object[] arguments);

  private static native void unsupported0(String what);

  static MethodHandle bindTo(MethodHandle handle, Object receiver) {
    return bindAll(handle, new Object[] {handle.type().parameterType(0).cast(receiver)});
  }

  static MethodHandle insertArguments(MethodHandle handle, int position, Object... values) {
    if (position != 0) unsupported0("MethodHandles.insertArguments at a place after the first");
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
