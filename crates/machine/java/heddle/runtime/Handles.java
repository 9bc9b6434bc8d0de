package heddle.runtime;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

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
      Lookup lookup, int what, Class<?> owner, String name, String descriptor, Class<?> field,
      MethodType type);

  private static native MethodHandle reflected0(
      Lookup lookup, Object member, int what, MethodType type);

  private static native MethodHandle bind0(MethodHandle handle, Object[] arguments, MethodType type);

  private static native Class<?> receiver0(Lookup lookup, MethodHandle handle);

  private static native boolean supports0(VarHandle handle, String mode);

  private static native MethodHandle variable0(VarHandle handle, String mode, MethodType type);

  private static native void check0(MethodHandle handle, MethodType type);

  private static native Object value0(Class<?> type, Object value);

  static List<Class<?>> list(Class<?>[] classes) { return List.of(classes); }

  /** A member that is protected is for objects of the class only that has looked it up. */
  private static MethodHandle narrowed(Lookup lookup, MethodHandle handle) {
    Class<?> receiver = receiver0(lookup, handle);
    MethodType type = handle.type();
    if (receiver == null || receiver.isAssignableFrom(type.parameterType(0))) return handle;
    return bind0(handle, null, type.changeParameterType(0, receiver));
  }

  private static MethodHandle method(
      Lookup lookup, int what, Class<?> owner, String name, MethodType type, MethodType full) {
    Objects.requireNonNull(name);
    return resolve0(lookup, what, owner, name, type.toMethodDescriptorString(), null, full);
  }

  static MethodHandle findVirtual(Lookup lookup, Class<?> owner, String name, MethodType type) {
    MethodType full = type.insertParameterTypes(0, owner);
    return narrowed(lookup, method(lookup, VIRTUAL, owner, name, type, full));
  }

  static MethodHandle findStatic(Lookup lookup, Class<?> owner, String name, MethodType type) {
    return method(lookup, STATIC, owner, name, type, type);
  }

  static MethodHandle findConstructor(Lookup lookup, Class<?> owner, MethodType type)
      throws NoSuchMethodException {
    if (owner.isArray()) {
      throw new NoSuchMethodException("no constructor for array class: " + owner.getName());
    }
    if (type.returnType() != void.class) {
      throw new NoSuchMethodException("no such constructor: " + owner.getName() + ".<init>" + type);
    }
    return method(lookup, CONSTRUCTOR, owner, "<init>", type, type.changeReturnType(owner));
  }

  static MethodHandle findSpecial(
      Lookup lookup, Class<?> owner, String name, MethodType type, Class<?> caller)
      throws IllegalAccessException {
    if (!special0(lookup, caller, owner)) {
      throw new IllegalAccessException("no private access for invokespecial: " + caller);
    }
    Lookup special = lookup.in(caller);
    return method(special, SPECIAL, owner, name, type, type.insertParameterTypes(0, caller));
  }

  private static native boolean special0(Lookup lookup, Class<?> caller, Class<?> owner);

  private static MethodHandle field(
      Lookup lookup, int what, Class<?> owner, String name, Class<?> type, MethodType full) {
    return resolve0(lookup, what, owner, name, null, type, full);
  }

  static MethodHandle findGetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    MethodType full = MethodType.methodType(type, owner);
    return narrowed(lookup, field(lookup, GETTER, owner, name, type, full));
  }

  static MethodHandle findSetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    MethodType full = MethodType.methodType(void.class, owner, type);
    return narrowed(lookup, field(lookup, SETTER, owner, name, type, full));
  }

  static MethodHandle findStaticGetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    return field(lookup, GETTER, owner, name, type, MethodType.methodType(type));
  }

  static MethodHandle findStaticSetter(Lookup lookup, Class<?> owner, String name, Class<?> type) {
    return field(lookup, SETTER, owner, name, type, MethodType.methodType(void.class, type));
  }

  static MethodHandle unreflect(Lookup lookup, Method method) {
    MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    if (Modifier.isStatic(method.getModifiers())) return reflected0(lookup, method, STATIC, type);
    MethodType full = type.insertParameterTypes(0, method.getDeclaringClass());
    return reflected(lookup, method, reflected0(lookup, method, VIRTUAL, full));
  }

  private static MethodHandle reflected(Lookup lookup, AccessibleObject member, MethodHandle handle) {
    return isAccessible(member) ? handle : narrowed(lookup, handle);
  }

  @SuppressWarnings("deprecation")
  private static boolean isAccessible(AccessibleObject member) { return member.isAccessible(); }

  static MethodHandle unreflectConstructor(Lookup lookup, Constructor<?> constructor) {
    Class<?> owner = constructor.getDeclaringClass();
    MethodType type = MethodType.methodType(owner, constructor.getParameterTypes());
    return reflected0(lookup, constructor, CONSTRUCTOR, type);
  }

  static MethodHandle unreflectGetter(Lookup lookup, Field field) {
    Class<?> type = field.getType();
    if (Modifier.isStatic(field.getModifiers())) {
      return reflected0(lookup, field, GETTER, MethodType.methodType(type));
    }
    MethodType full = MethodType.methodType(type, field.getDeclaringClass());
    return reflected(lookup, field, reflected0(lookup, field, GETTER, full));
  }

  /** A final field can be set if it was made accessible, and is neither static nor one of a record. */
  static MethodHandle unreflectSetter(Lookup lookup, Field field) throws IllegalAccessException {
    Class<?> type = field.getType();
    Class<?> owner = field.getDeclaringClass();
    boolean isStatic = Modifier.isStatic(field.getModifiers());
    if (Modifier.isFinal(field.getModifiers()) && (isStatic || owner.isRecord())) {
      String what = isStatic ? "static final field" : "final field";
      throw new IllegalAccessException(what + " has no write access: " + field.getName());
    }
    if (isStatic) {
      return reflected0(lookup, field, SETTER, MethodType.methodType(void.class, type));
    }
    MethodType full = MethodType.methodType(void.class, owner, type);
    return reflected(lookup, field, reflected0(lookup, field, SETTER, full));
  }

  static MethodHandle bind(Lookup lookup, Object receiver, String name, MethodType type) {
    MethodHandle found = findVirtual(lookup, receiver.getClass(), name, type);
    if (found.isVarargsCollector()) unsupported0("MethodHandles.Lookup.bind that collects arguments");
    return bindTo(found, receiver);
  }

  /** The same handle: arguments are converted when it is called. */
  static MethodHandle asType(MethodHandle handle, MethodType type) {
    if (handle.type().equals(type)) return handle;
    check0(handle, type);
    return bind0(handle, bound0(handle), type);
  }

  static Object invokeWithArguments(MethodHandle handle, Object... arguments) {
    if (handle.isVarargsCollector()) {
      unsupported0("MethodHandle.invokeWithArguments that collects arguments");
    }
    if (handle.type().parameterCount() != arguments.length) {
      throw new WrongMethodTypeException(
          "cannot convert " + handle + " to " + MethodType.genericMethodType(arguments.length));
    }
    return spread0(handle, arguments);
  }

  static Object invokeWithList(MethodHandle handle, List<?> arguments) {
    return invokeWithArguments(handle, arguments.toArray());
  }

  static boolean supports(VarHandle handle, VarHandle.AccessMode mode) {
    return supports0(handle, mode.methodName());
  }

  static MethodType accessModeType(VarHandle handle, VarHandle.AccessMode mode) {
    Class<?> value = handle.varType();
    MethodType type = MethodType.methodType(value, handle.coordinateTypes());
    String name = mode.methodName();
    if (name.startsWith("getAnd")) return type.appendParameterTypes(value);
    if (name.startsWith("get")) return type;
    if (name.startsWith("set")) return type.appendParameterTypes(value).changeReturnType(void.class);
    type = type.appendParameterTypes(value, value);
    return name.startsWith("compareAndExchange") ? type : type.changeReturnType(boolean.class);
  }

  static MethodHandle toMethodHandle(VarHandle handle, VarHandle.AccessMode mode) {
    return variable0(handle, mode.methodName(), accessModeType(handle, mode));
  }

  /** What makes a record from the bytes of its primitive components and its other components. */
  static MethodHandle recordMaker(ObjectStreamClass layout) {
    MethodType type =
        MethodType.methodType(Object.class, ObjectStreamClass.class, byte[].class, Object[].class);
    MethodHandle maker =
        resolve0(null, STATIC, Handles.class, "makeRecord", type.toMethodDescriptorString(), null, type);
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
    MethodType type = handle.type();
    if (type.parameterCount() == 0 || type.parameterType(0).isPrimitive()) {
      throw new IllegalArgumentException("no leading reference parameter");
    }
    return bindAll(handle, new Object[] {type.parameterType(0).cast(receiver)});
  }

  static MethodHandle insertArguments(MethodHandle handle, int position, Object... values) {
    int left = handle.type().parameterCount() - values.length;
    if (left < 0) throw new IllegalArgumentException("too many values to insert");
    if (position < 0 || position > left) {
      throw new IllegalArgumentException("no argument type to append");
    }
    if (position != 0) unsupported0("MethodHandles.insertArguments at a place after the first");
    for (int i = 0; i < values.length; i++) value0(handle.type().parameterType(i), values[i]);
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
