package heddle;

import java.util.Arrays;

/**
 * What objects outside the checked unit refer to, for environments that {@code heddle environment --unit}
 * writes: a set that only grows. An object of the environment has no fields; whatever was once stored in
 * one of them is among its contents, and reading a field gives any of them.
 */
public final class Contents {
  /** Classes of an environment whose objects have contents of their own. */
  public interface Holder {
    Contents contents();
  }

  /** What the environment as a whole refers to. */
  public static final Contents WORLD = new Contents();

  private Object[] members = {};

  public Contents() {}

  /** The contents of an object. */
  public static Contents of(Object object) {
    if (object instanceof Contents) return (Contents) object;
    if (object instanceof Holder) return ((Holder) object).contents();
    if (object == null) throw new NullPointerException();
    Heddle.unmodelled("an object of " + object.getClass().getName() + " that the environment is given");
    return WORLD;
  }

  /** The library or the environment is given an object with another. */
  public static void give(Object to, Object object) {
    if (to == null || object == null) return;
    if (to instanceof Contents || to instanceof Holder) {
      of(to).add(object);
    } else {
      known(to);
    }
  }

  /** Whether objects like this refer to nothing of the program, and never change. */
  private static boolean isPlain(Object object) {
    return object instanceof String
        || object instanceof Integer
        || object instanceof Long
        || object instanceof Short
        || object instanceof Byte
        || object instanceof Float
        || object instanceof Double
        || object instanceof Boolean
        || object instanceof Character
        || object instanceof Class
        || object instanceof Throwable;
  }

  /** Whether an object is of the library: its effects on others are not those of the program's code. */
  private static boolean isForeign(Object object) {
    if (object == null || object instanceof Contents || object instanceof Holder) return false;
    if (isPlain(object)) return false;
    return object.getClass().isArray() || object.getClass().getClassLoader() == null;
  }

  /** The library does something with an object, which only shows where it is no object of the library. */
  public static void known(Object object) {
    if (isForeign(object)) {
      Heddle.unmodelled("an object of " + object.getClass().getName() + " that the environment is given");
    }
  }

  /** A method is called on an object of the library that the environment made and whose code is not known. */
  public static void unreal(String method) {
    Heddle.unmodelled(method + " of an object that the environment made");
  }

  /** The object; runs in which it does not belong to the class do not count. */
  public static <T> T as(Class<T> type, Object object) {
    if (object instanceof Contents && !type.isInstance(object)) {
      Heddle.unmodelled("an object of " + type.getName() + " that the environment made");
    }
    Heddle.assume(object == null || type.isInstance(object));
    return type.cast(object);
  }

  /** Throws an exception, whatever the method declares. */
  public static RuntimeException raise(Throwable exception) {
    if (exception == null) throw new NullPointerException();
    Contents.<RuntimeException>throwAny(exception);
    return null;
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwAny(Throwable exception) throws T {
    throw (T) exception;
  }

  /** What a handler has caught; runs in which it has caught nothing, or something else, do not count. */
  public static <T> T caught(Class<T> type, Throwable exception) {
    Heddle.assume(exception != null && type.isInstance(exception));
    return type.cast(exception);
  }

  /** An exception of the program that a handler gets. */
  public static Throwable seen(Throwable exception) {
    if (exception instanceof Heddle.AssumptionViolated) throw raise(exception);
    return exception;
  }

  /** From now on the object is one of the contents. */
  public synchronized void add(Object object) {
    if (object == null || object == this) return;
    for (Object member : members) if (member == object) return;
    Object[] more = Arrays.copyOf(members, members.length + 1);
    more[members.length] = object;
    members = more;
  }

  /** Any of the contents that belongs to the class; null if there is none. */
  public <T> T any(Class<T> type) {
    Object[] all = of(type);
    return all.length == 0 ? null : type.cast(all[Heddle.choose(0, all.length - 1)]);
  }

  /** The same, or null. */
  public <T> T anyOrNull(Class<T> type) {
    Object[] all = of(type);
    int choice = Heddle.choose(0, all.length);
    return choice == all.length ? null : type.cast(all[choice]);
  }

  /** Any of the contents that is of a class of the library, or stands for an object that is; or null. */
  public Object likeOrNull(Class<?> type) {
    Object[] all = alike(type);
    int choice = Heddle.choose(0, all.length);
    return choice == all.length ? null : all[choice];
  }

  /** The same without null, if there is any. */
  public Object like(Class<?> type) {
    Object[] all = alike(type);
    return all.length == 0 ? null : all[Heddle.choose(0, all.length - 1)];
  }

  /** What the library gives back: one of the objects that it was given, or one of their contents. */
  public static <T> T result(Class<T> type, boolean orNull, Object... from) {
    Contents all = new Contents();
    for (Object object : from) {
      if (type.isInstance(object)) all.add(object);
      if (!(object instanceof Contents || object instanceof Holder)) continue;
      for (Object member : of(object).of(type)) all.add(member);
    }
    return orNull ? all.anyMember(type) : all.members.length == 0 ? null : type.cast(all.pick());
  }

  /** The same for an object of the library: a view of what it was given may be meant. */
  public static Object resultLike(Class<?> type, boolean orNull, Object... from) {
    Contents all = new Contents();
    for (Object object : from) {
      if (type.isInstance(object)) all.add(object);
      if (!(object instanceof Contents || object instanceof Holder)) continue;
      all.add(object);
      for (Object member : of(object).alike(type)) all.add(member);
    }
    return orNull ? all.anyMember(Object.class) : all.members.length == 0 ? null : all.pick();
  }

  private <T> T anyMember(Class<T> type) {
    int choice = Heddle.choose(0, members.length);
    return choice == members.length ? null : type.cast(members[choice]);
  }

  private Object pick() {
    return members[Heddle.choose(0, members.length - 1)];
  }

  private Object[] alike(Class<?> type) {
    Contents all = new Contents();
    for (Object member : reachable().members()) {
      if (type.isInstance(member) || member instanceof Contents || member instanceof Holder) all.add(member);
    }
    return all.members;
  }

  /** All that belongs to the class, also what is in contents that are here. */
  private Object[] of(Class<?> type) {
    Contents all = new Contents();
    for (Object member : reachable().members()) if (type.isInstance(member)) all.add(member);
    return all.members;
  }

  private Contents reachable() {
    Contents all = new Contents();
    for (Object member : members()) all.add(member);
    for (int next = 0; next < all.members.length; next++) {
      Object found = all.members[next];
      if (!(found instanceof Contents || found instanceof Holder)) continue;
      for (Object member : of(found).members()) all.add(member);
    }
    return all;
  }

  private synchronized Object[] members() {
    return members;
  }
}
