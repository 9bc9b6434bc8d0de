import java.util.*; import java.util.concurrent.*; import java.util.logging.*; import java.io.*; import java.text.*; import java.time.*;
public class Mixed {
  static void t(String n, Callable<Object> c) { try { System.out.println(n + ": " + c.call()); } catch (Throwable e) { System.out.println(n + " !! " + e); } }
  public static void main(String[] a) throws Exception {
    t("vector", () -> { Vector<Integer> v = new Vector<>(List.of(1,2)); v.add(3); Stack<Integer> s = new Stack<>(); s.push(4); Hashtable<String,Integer> h = new Hashtable<>(); h.put("a",1); return v + "" + s.pop() + h; });
    t("sbuf", () -> new StringBuffer("x").append(1).insert(0, true).reverse());
    t("stdin", () -> new BufferedReader(new InputStreamReader(System.in)).readLine());
    t("scanner", () -> new Scanner(System.in).hasNext());
    t("props", () -> System.getProperty("java.vendor") != null && System.getProperties().size() > 10);
    t("env", () -> System.getenv().getClass() != null);
    t("stacks", () -> Thread.getAllStackTraces().containsKey(Thread.currentThread()));
    t("piped", () -> { PipedInputStream in = new PipedInputStream(); PipedOutputStream out = new PipedOutputStream(in); new Thread(() -> { try { out.write("hey".getBytes()); out.close(); } catch (IOException e) {} }).start(); return new String(in.readAllBytes()); });
    t("ser", () -> { ByteArrayOutputStream b = new ByteArrayOutputStream(); ObjectOutputStream o = new ObjectOutputStream(b); o.writeObject(new ArrayList<>(List.of("a", 1, 2.5))); o.close(); return new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject(); });
    t("observable", () -> { int[] n = {0}; Observable o = new Observable() { { setChanged(); } }; o.addObserver((x, y) -> n[0]++); o.notifyObservers(); return n[0]; });
    t("iter", () -> { StringBuilder b = new StringBuilder(); Iterator<Map.Entry<String,Integer>> it = new TreeMap<>(Map.of("a",1,"b",2)).entrySet().iterator(); while (it.hasNext()) b.append(it.next()); return b; });
    t("bits", () -> Integer.bitCount(255) + Long.numberOfTrailingZeros(8) + Integer.reverse(1) + Integer.highestOneBit(100) + Integer.compareUnsigned(-1, 1) + Math.multiplyHigh(1L<<40, 1L<<40));
    t("charset", () -> java.nio.charset.Charset.defaultCharset() + " " + new String(new byte[]{(byte)0xe9}, "ISO-8859-1") + Arrays.toString("é".getBytes("UTF-16")));
    t("nio", () -> { java.nio.ByteBuffer bb = java.nio.ByteBuffer.allocate(16); bb.putInt(5).putLong(7L).flip(); return bb.getInt() + bb.getLong(); });
    t("cyclic", () -> { CyclicBarrier b = new CyclicBarrier(2); Thread th = new Thread(() -> { try { b.await(1, TimeUnit.MILLISECONDS); } catch (Exception e) { System.out.println(e.getClass().getSimpleName()); } }); th.start(); th.join(); return b.isBroken(); });
    t("threadlocalrandom", () -> { int x = ThreadLocalRandom.current().nextInt(10); return x >= 0 && x < 10; });
    t("mathrandom", () -> Math.random() < 1);
    t("uuid", () -> UUID.randomUUID().toString().length());
    t("weak", () -> new java.lang.ref.WeakReference<>("x").get() + new WeakHashMap<>(Map.of("k", 1)));
    t("identity", () -> new IdentityHashMap<>(Map.of("k", 1)) + "" + (System.identityHashCode("a") == System.identityHashCode("a")) + new Object().equals(null));
    t("locale", () -> String.format(Locale.US, "%.2f", 1.5) + "ABC".toLowerCase(Locale.ROOT) + Locale.getDefault().getLanguage());
    t("instant", () -> Instant.now() != null && LocalDate.now() != null && System.currentTimeMillis() > 0 && new Date().getTime() > 0 && Duration.between(Instant.now(), Instant.now()).toMillis() < 1000);
    t("calendar", () -> { Calendar c = new GregorianCalendar(2024, 0, 15); c.add(Calendar.MONTH, 1); return c.get(Calendar.MONTH); });
    t("sdf", () -> { SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd"); f.setTimeZone(TimeZone.getTimeZone("UTC")); return f.format(new Date(0)); });
    t("dateStr", () -> new Date(0).toString().startsWith("Thu Jan 01"));
    t("zone", () -> ZonedDateTime.of(2024,1,1,0,0,0,0,ZoneId.of("UTC")).toString());
    t("msgfmt", () -> MessageFormat.format("{0} and {1}", "x", 5));
    t("logger", () -> { Logger l = Logger.getLogger("x"); l.setUseParentHandlers(false); l.info("hi"); return l.getName(); });
    t("syslogger", () -> System.getLogger("q").getName());
    t("rt", () -> { Runtime.getRuntime().gc(); return Runtime.getRuntime().availableProcessors() > 0; });
    t("hook", () -> { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook"))); return "added"; });
    t("arrays", () -> { Integer[] x = {3,1,2}; Arrays.parallelSort(x); int[] p = {1,2,3}; Arrays.parallelPrefix(p, Integer::sum); return Arrays.toString(x) + Arrays.toString(p) + Arrays.asList(x).hashCode() + Arrays.mismatch(new int[]{1,2,3,4,5,6,7,8,9}, new int[]{1,2,3,4,5,6,7,8,0}) + Arrays.compare(new byte[]{1}, new byte[]{2}); });
    t("spliterator", () -> { List<Integer> r = new ArrayList<>(); new ArrayList<>(List.of(1,2,3)).spliterator().forEachRemaining(r::add); return r; });
    t("fork", () -> ForkJoinPool.commonPool().submit(() -> 5).get());
    t("pstream", () -> List.of(1,2,3,4,5,6,7,8).parallelStream().mapToInt(x -> x).max().getAsInt());
    t("stacktrace", () -> { try { throw new Exception("e"); } catch (Exception e) { StringWriter w = new StringWriter(); e.printStackTrace(new PrintWriter(w)); return w.toString().split("\n")[1].trim(); } });
    t("suppressed", () -> { try { try (AutoCloseable c = () -> { throw new IOException("close"); }) { throw new IllegalStateException("body"); } } catch (Exception e) { return e.getSuppressed()[0].getMessage(); } });
    t("threadname", () -> { Thread x = new Thread("nm"); x.setDaemon(true); return x.getName() + x.isDaemon() + x.getPriority() + x.isAlive() + x.isInterrupted(); });
    System.exit(0);
  }
}
