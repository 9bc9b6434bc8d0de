package heddle.runtime;

import heddle.Heddle;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;

/**
 * The arguments of a parameterised JUnit test. Each set of them is one alternative of a choice, so
 * that Heddle explores them one by one, and none after another.
 */
final class Parameters {
  private static final String SOURCES = "org.junit.jupiter.params.provider.";

  private Parameters() {}

  /** One of the sets, any. */
  static Object[] choose(Class<?> type, Method test) throws Throwable {
    if (Tests.annotation(test, "org.junit.jupiter.params.ParameterizedTest") == null) {
      return new Object[0];
    }
    List<Object[]> sets = new ArrayList<>();
    for (Annotation annotation : test.getDeclaredAnnotations()) {
      String name = annotation.annotationType().getName();
      if (name.startsWith(SOURCES)) {
        add(sets, type, test, annotation, name.substring(SOURCES.length()));
      } else if (name.startsWith("org.junit.jupiter.params.converter.")
          || name.startsWith("org.junit.jupiter.params.aggregator.")) {
        Tests.unsupported0("the JUnit annotation " + name);
      }
    }
    if (sets.isEmpty()) throw new IllegalStateException("no arguments for " + test.getName());
    return sets.get(Heddle.choose(0, sets.size() - 1));
  }

  // JUnit 4

  private static final String FOUR = "org.junit.runners.Parameterized$";

  /** One of the sets of the class, any. */
  static Object[] chooseFour(Class<?> type) throws Throwable {
    Tests.refuse(type.getAnnotations(), FOUR + "UseParametersRunnerFactory");
    Tests.refuseMembers(type, FOUR + "BeforeParam", FOUR + "AfterParam");
    for (Class<?> each : Tests.lineage(type)) {
      for (Method method : each.getDeclaredMethods()) {
        if (!Tests.has(method, FOUR + "Parameters")) continue;
        List<?> sets = new ArrayList<>(elements(Tests.invoke(method, null)));
        if (sets.isEmpty()) throw new IllegalStateException("no parameters for " + type.getName());
        return set(sets.get(Heddle.choose(0, sets.size() - 1)));
      }
    }
    throw new IllegalStateException("no parameters method in " + type.getName());
  }

  /** An instance with these parameters: in its fields if some are for them, else by constructor. */
  static Object construct(Class<?> type, Object[] parameters) throws Throwable {
    List<Field> fields = new ArrayList<>();
    for (Class<?> each : Tests.lineage(type)) {
      for (Field field : each.getDeclaredFields()) {
        if (place(field) >= 0) fields.add(field);
      }
    }
    if (!fields.isEmpty()) {
      Object instance = Tests.construct(type, null);
      for (Field field : fields) {
        field.setAccessible(true);
        field.set(instance, parameters[place(field)]);
      }
      return instance;
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() != parameters.length) continue;
      constructor.setAccessible(true);
      try {
        return constructor.newInstance(parameters);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
    throw new IllegalArgumentException("wrong number of parameters for " + type.getName());
  }

  /** Which parameter a field is for; less than 0 if for none. */
  private static int place(Field field) throws Throwable {
    for (Annotation annotation : field.getAnnotations()) {
      if (Tests.isNamed(annotation, FOUR + "Parameter")) {
        return (Integer) Tests.value(annotation, "value");
      }
    }
    return -1;
  }

  // JUnit Jupiter

  private static void add(
      List<Object[]> sets, Class<?> type, Method test, Annotation source, String name)
      throws Throwable {
    Class<?>[] types = test.getParameterTypes();
    switch (name) {
      case "ValueSource":
        for (String kind :
            new String[] {
              "shorts", "bytes", "ints", "longs", "floats", "doubles", "chars", "booleans", "strings",
              "classes"
            }) {
          Object values = Tests.value(source, kind);
          for (int i = 0; i < Array.getLength(values); i++) {
            sets.add(new Object[] {converted(Array.get(values, i), types[0])});
          }
        }
        break;
      case "NullSource":
        sets.add(new Object[] {null});
        break;
      case "EmptySource":
        sets.add(new Object[] {empty(types[0])});
        break;
      case "NullAndEmptySource":
        sets.add(new Object[] {null});
        sets.add(new Object[] {empty(types[0])});
        break;
      case "EnumSource":
        addEnums(sets, types[0], source);
        break;
      case "CsvSource":
        addLines(sets, types, source);
        break;
      case "MethodSource":
        addFactories(sets, type, test, source);
        break;
      default:
        Tests.unsupported0("the JUnit annotation " + SOURCES + name);
    }
  }

  private static void addEnums(List<Object[]> sets, Class<?> parameter, Annotation source)
      throws Throwable {
    Class<?> type = (Class<?>) Tests.value(source, "value");
    if (!type.isEnum()) type = parameter;
    List<String> names = Arrays.asList((String[]) Tests.value(source, "names"));
    String mode = Tests.value(source, "mode").toString();
    for (Object constant : type.getEnumConstants()) {
      String name = ((Enum<?>) constant).name();
      if (isSelected(name, names, mode)) sets.add(new Object[] {constant});
    }
  }

  private static boolean isSelected(String name, List<String> names, String mode) {
    if (names.isEmpty()) return true;
    switch (mode) {
      case "INCLUDE":
        return names.contains(name);
      case "EXCLUDE":
        return !names.contains(name);
      default:
        int matches = 0;
        for (String pattern : names) if (Pattern.matches(pattern, name)) matches++;
        if (mode.equals("MATCH_ALL")) return matches == names.size();
        if (mode.equals("MATCH_ANY")) return matches > 0;
        return matches == 0;
    }
  }

  private static void addLines(List<Object[]> sets, Class<?>[] types, Annotation source)
      throws Throwable {
    if (!((String) Tests.value(source, "textBlock")).isEmpty()) {
      Tests.unsupported0("textBlock of the JUnit annotation CsvSource");
    }
    char delimiter = (Character) Tests.value(source, "delimiter");
    if (delimiter == 0) delimiter = ',';
    for (String line : (String[]) Tests.value(source, "value")) {
      List<String> cells = cells(line, delimiter);
      Object[] set = new Object[types.length];
      if (cells.size() < types.length) Tests.unsupported0("a CSV line with too few values");
      for (int i = 0; i < types.length; i++) set[i] = converted(cells.get(i), types[i]);
      sets.add(set);
    }
  }

  /** The values of a line; those in single quotes keep their blanks, empty ones are null. */
  private static List<String> cells(String line, char delimiter) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    boolean wasQuoted = false;
    for (int i = 0; i <= line.length(); i++) {
      char c = i < line.length() ? line.charAt(i) : delimiter;
      if (c == '\'' && i < line.length()) {
        quoted = !quoted;
        wasQuoted = true;
      } else if (c == delimiter && (!quoted || i == line.length())) {
        String text = wasQuoted ? cell.toString() : cell.toString().trim();
        cells.add(text.isEmpty() && !wasQuoted ? null : text);
        cell.setLength(0);
        wasQuoted = false;
      } else if (quoted || !wasQuoted) {
        if (quoted || cell.length() > 0 || c != ' ') cell.append(c);
      }
    }
    return cells;
  }

  private static void addFactories(
      List<Object[]> sets, Class<?> type, Method test, Annotation source) throws Throwable {
    String[] names = (String[]) Tests.value(source, "value");
    if (names.length == 0) names = new String[] {test.getName()};
    for (String name : names) {
      Class<?> owner = type;
      String method = name.isEmpty() ? test.getName() : name;
      int hash = method.indexOf('#');
      if (hash >= 0) {
        owner = Class.forName(method.substring(0, hash));
        method = method.substring(hash + 1);
      }
      for (Object set : elements(call(owner, method))) sets.add(set(set));
    }
  }

  private static Object call(Class<?> owner, String name) throws Throwable {
    for (Class<?> each : Tests.lineage(owner)) {
      for (Method method : each.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          boolean isStatic = java.lang.reflect.Modifier.isStatic(method.getModifiers());
          return Tests.invoke(method, isStatic ? null : Tests.construct(owner, null));
        }
      }
    }
    throw new IllegalStateException("no method " + name + " for the arguments");
  }

  private static Collection<?> elements(Object all) {
    if (all instanceof Collection) return (Collection<?>) all;
    List<Object> list = new ArrayList<>();
    if (all instanceof BaseStream) {
      ((BaseStream<?, ?>) all).iterator().forEachRemaining(list::add);
    } else if (all instanceof Iterable) {
      ((Iterable<?>) all).forEach(list::add);
    } else {
      for (int i = 0; i < Array.getLength(all); i++) list.add(Array.get(all, i));
    }
    return list;
  }

  /** A set as a method gives it: `Arguments`, an array, or a single value. */
  private static Object[] set(Object element) throws Throwable {
    if (element instanceof Object[]) return (Object[]) element;
    if (element != null) {
      for (Class<?> face : element.getClass().getInterfaces()) {
        if (face.getName().equals(SOURCES + "Arguments")) {
          return (Object[]) Tests.invoke(face.getMethod("get"), element);
        }
      }
    }
    return new Object[] {element};
  }

  private static Object empty(Class<?> type) {
    if (type == String.class) return "";
    if (type.isArray()) return Array.newInstance(type.getComponentType(), 0);
    if (type.isAssignableFrom(List.class)) return List.of();
    if (type == java.util.Set.class) return java.util.Set.of();
    if (type == java.util.Map.class) return java.util.Map.of();
    Tests.unsupported0("an empty " + type.getName());
    return null;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object converted(Object value, Class<?> type) throws Throwable {
    if (value == null || type.isInstance(value)) return value;
    if (!(value instanceof String)) return value;
    String text = (String) value;
    if (type == int.class || type == Integer.class) return Integer.decode(text);
    if (type == long.class || type == Long.class) return Long.decode(text);
    if (type == short.class || type == Short.class) return Short.decode(text);
    if (type == byte.class || type == Byte.class) return Byte.decode(text);
    if (type == double.class || type == Double.class) return Double.valueOf(text);
    if (type == float.class || type == Float.class) return Float.valueOf(text);
    if (type == boolean.class || type == Boolean.class) return Boolean.valueOf(text);
    if (type == char.class || type == Character.class) return text.charAt(0);
    if (type.isEnum()) return Enum.valueOf((Class<Enum>) type, text);
    Tests.unsupported0("a text as a " + type.getName());
    return null;
  }
}
