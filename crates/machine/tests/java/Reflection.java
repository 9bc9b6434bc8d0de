import java.util.*; import java.lang.invoke.*; import java.lang.reflect.*; import java.util.stream.*; import java.util.function.*; import java.lang.annotation.*; import java.security.*;
public class Reflection {
  @Retention(RetentionPolicy.RUNTIME) @interface An { String value() default "d"; int[] n() default {1}; Class<?> c() default Object.class; }
  @An("x") static class T { private int f = 3; public final String g = "G"; static long s = 9; T() {} T(int a, String b) { f = a; } private int m(int x) { return x + f; } public static String st(Object... o) { return o.length + "!"; } @An(n={4,5}) public void thrower() throws Exception { throw new Exception("t"); } volatile int vi; long[] arr = new long[3]; }
  interface Gr<X extends Comparable<X>> { X get(List<? super X> l); default int d() { return 5; } }
  static int twice(int x) { return 2 * x; }
  public static void main(String[] args) throws Throwable {
    Class<?> c = T.class; System.out.println(c.getName() + " " + c.getSimpleName() + " " + Modifier.toString(c.getModifiers()) + " " + c.getSuperclass() + " " + c.isAnnotationPresent(An.class) + " " + c.getAnnotation(An.class).value() + " " + int[][].class.getName() + int[][].class.getSimpleName() + " " + c.getEnclosingClass().getName() + c.getPackageName() + ".");
    Field f = c.getDeclaredField("f"); f.setAccessible(true); T t = new T(); f.setInt(t, 8); System.out.println(f.get(t) + " " + f.getType() + " " + f); 
    Method m = c.getDeclaredMethod("m", int.class); m.setAccessible(true); System.out.println(m.invoke(t, 2) + " " + m);
    try { c.getMethod("thrower").invoke(t); } catch (InvocationTargetException e) { System.out.println(e.getCause()); }
    System.out.println(c.getDeclaredConstructor(int.class, String.class).newInstance(5, "q").getClass());
    System.out.println(Arrays.toString(c.getMethod("thrower").getAnnotation(An.class).n()) + c.getMethod("st", Object[].class).isVarArgs() + c.getMethod("st", Object[].class).invoke(null, (Object) new Object[]{1,2}));
    try { c.getDeclaredMethod("nope"); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
    System.out.println(Arrays.toString(Gr.class.getTypeParameters()) + Gr.class.getMethod("get", List.class).toGenericString() + " " + Stream.of(c.getDeclaredFields()).map(Field::getName).sorted().collect(Collectors.toList()));
    Object arr = Array.newInstance(int.class, 3); Array.setInt(arr, 1, 7); System.out.println(Array.get(arr, 1) + " " + Array.getLength(arr) + Array.newInstance(String.class, 2, 3).getClass());
    MethodHandles.Lookup l = MethodHandles.lookup(); MethodHandle mh = l.findStatic(Reflection.class, "twice", MethodType.methodType(int.class, int.class)); System.out.println((int) mh.invokeExact(21)); System.out.println(mh.type());
    MethodHandle len = l.findVirtual(String.class, "length", MethodType.methodType(int.class)); System.out.println((int) len.invoke("hello")); Object boxed = len.invoke("abc"); System.out.println(boxed);
    MethodHandle cat = l.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)).bindTo("pre"); System.out.println((String) cat.invokeExact("fix"));
    MethodHandle ctor = l.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class)); System.out.println(((StringBuilder) ctor.invoke("sb")).append(1));
    VarHandle vh = l.findVarHandle(T.class, "vi", int.class); System.out.println(vh.compareAndSet(t, 0, 5) + " " + (int) vh.getAndAdd(t, 2) + " " + (int) vh.getVolatile(t) + " " + (int) vh.getAndBitwiseOr(t, 8) + t.vi); VarHandle ah = MethodHandles.arrayElementVarHandle(long[].class); System.out.println(ah.compareAndSet(t.arr, 1, 0L, 9L) + " " + (long) ah.getAcquire(t.arr, 1)); VarHandle sh = l.findStaticVarHandle(T.class, "s", long.class); sh.setRelease(11L); System.out.println((long) sh.get() + " " + vh.varType() + vh.coordinateTypes()); Object ob = vh.get(t); System.out.println(ob);
    InvocationHandler h = (p, me, a) -> me.getName().equals("run") ? null : me.getName() + (a == null ? 0 : a.length); Runnable r = (Runnable) Proxy.newProxyInstance(Reflection.class.getClassLoader(), new Class<?>[]{Runnable.class, Supplier.class}, h); r.run(); System.out.println(((Supplier<?>) r).get() + " " + Proxy.isProxyClass(r.getClass()));
    System.out.println(Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance()); try { Class.forName("no.Such"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
    MessageDigest md = MessageDigest.getInstance("SHA-256"); System.out.println(HexFormat.of().formatHex(md.digest("abc".getBytes())).substring(0, 16)); System.out.println(UUID.nameUUIDFromBytes("x".getBytes()));
    System.out.println(System.getProperty("line.separator").length() + System.getProperty("user.dir.nope", "def") + System.getenv("NOPE_X") + Runtime.getRuntime().getClass().getSimpleName()); Runnable an = new Runnable() { public void run() {} }; System.out.println(an.getClass().getName() + "|" + an.getClass().getSimpleName() + "|" + an.getClass().isAnonymousClass() + an.getClass().getEnclosingMethod().getName());
    record R(int a, List<String> b) {} System.out.println(Stream.of(R.class.getRecordComponents()).map(RecordComponent::getName).toList() + " " + R.class.isRecord() + R.class.getRecordComponents()[0].getAccessor().invoke(new R(4, null)));
    System.out.println(new Object() { int x = 4; }.x + " " + Objects.requireNonNullElse(null, "e") + " " + ServiceLoader.load(Runnable.class).findFirst().isPresent());
    System.out.println(Thread.class.getMethod("start").getDeclaringClass() + " " + Integer.class.getField("MAX_VALUE").get(null) );
  }
}
