// A walk through the language: everything computed goes into one number. Without an argument it is
// printed; with one, the program throws unless the number is the same. So the real JVM says what is
// right: run it there, and give its answer to Heddle.
import java.util.*;
import java.util.function.*;
public class Everything {
    static long h = 17;
    static void mix(long x) {
        h = h * 1000003L + x;
        h ^= h >>> 29;
    }
    static void mix(String s) {
        mix(s == null ? 7 : s.hashCode());
    }
    static int cnt;
    int f;
    long g;
    static int[] sa = {1,2,3};
    interface Shape {
        default int area() {
            return side() * side();
        }
        int side();
        static int two() {
            return 2;
        }
        private int p() {
            return 3;
        }
        default int q() {
            return p() + 1;
        }
    }
    record Sq(int side) implements Shape {
    }
    record Rc(int side, long w, String n, double d, boolean b, char c, Object o) implements Shape {
        public int area() {
            return side * (int) w;
        }
    }
    enum Color {
        RED {
            int v() {
                return 1;
            }
        }, GREEN {
            int v() {
                return 2;
            }
        };
        abstract int v();
    }
    static int tryf(int k) {
        int r = 0;
        for (int i = 0; i < 5; i++) {
            try {
                r += i;
                if (k == 1 && i == 2) continue;
                if (k == 2 && i == 3) break;
                if (k == 3 && i == 1) throw new IllegalStateException("x" + i);
                if (k == 4 && i == 4) return r * 100;
                r += 10 / (k - 5);
            } catch (IllegalStateException e) {
                r += e.getMessage().length();
            } catch (ArithmeticException e) {
                r -= 3;
            } finally {
                r++;
                cnt++;
            }
        }
        return r;
    }
    static int nested(int k) {
        int x = 1;
        try {
            x = 2;
            try {
                x = 3;
                if (k > 0) throw new RuntimeException();
                x = 4;
            } finally {
                x += 10;
                if (k > 1) x = x / (k - 2);
            }
            x += 100;
        } catch (ArithmeticException e) {
            x += 1000;
        } catch (RuntimeException e) {
            x += 2000;
        }
        return x;
    }
    int order(int a) {
        return a + (a = 5) * a++ + ++a - (f = a) + f-- + this.f;
    }
    static long lng(long a, int s) {
        return (a << s) ^ (a >> (s + 3)) ^ (a >>> 7) + a * 31 % 1009 - ~a / 3 & 0xFFFFFFFFFFFFL |
                (a > 5 ? 1L : -1L);
    }
    static double dbl(double a, float b) {
        return a * b + (a > b ? a / b : a % 3.5) - (float) a + (long) b + (int) a + Math.floor(a);
    }
    static int cmp(double a, double b) {
        return (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0) + (a == b ?
                16 : 0) + (a != b ? 32 : 0);
    }
    static int sw(String s) {
        switch (s) {
            case "a": return 1;
            case "Aa": return 2;
            case "BB": return 3;
            default: return s.length();
        }
    }
    static int sw2(int i) {
        switch (i) {
            case 1: i += 5;
            case 2: i += 7;
            break;
            case 100: case -100: i = -i;
            break;
            case Integer.MAX_VALUE: i = 0;
        }
        return i;
    }
    static int sw3(Color c) {
        return switch (c) {
            case RED -> 10;
            case GREEN -> {
                int z = c.v();
                yield z * 7;
            }
        };
    }
    static int vararg(int... xs) {
        int r = 0;
        for (int x : xs) r = r * 3 + x;
        return r;
    }
    static <T extends Comparable<T>> T max(List<T> l) {
        T m = null;
        for (T t : l) if (m == null || t.compareTo(m) > 0) m = t;
        return m;
    }
    int sync(int n) {
        int r = 0;
        synchronized (this) {
            for (int i = 0; i < n; i++) {
                synchronized (Everything.class) {
                    r += i;
                    if (r > 10) return r;
                }
            }
        }
        return -r;
    }
    synchronized int syn2(int n) {
        if (n == 0) throw new IllegalArgumentException();
        return syn2(n - 1) + 1;
    }
    static int tern(int a, int b, int c) {
        return (a > b ? a > c ? a : c : b > c ? b : c) + (a == b ? 1 : a < b ? (b < c ? 5 : 6) : 7)
                * (c > 0 ? a : b);
    }
    static int arr(int n) {
        int[][] m = new int[n][n + 1];
        long[] l = new long[n];
        byte[] by = new byte[n];
        char[] ch = new char[n];
        short[] sh = new short[n];
        boolean[] bo = new boolean[n];
        String[][][] ss = new String[2][n][];
        for (int i = 0; i < n; i++) {
            m[i][i]++;
            m[i][i] += i * 3;
            l[i] = (long) i << 33;
            by[i] = (byte) (i * 77);
            ch[i] = (char) (-i);
            sh[i] = (short) (i * 9999);
            bo[i] = i % 3 == 0;
            by[i]++;
            by[i] <<= 1;
            ch[i] += 2;
            sh[i]--;
            ss[1][i] = new String[] { "q" + i };
        }
        int r = 0;
        for (int i = 0; i < n; i++) {
            r += m[i][i] + (int) (l[i] >> 32) + by[i] + ch[i] + sh[i] + (bo[i] ? 1 : 0) + ss[1][i][0].hashCode();
        }
        try {
            m[n][0] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            r ^= 5;
        }
        try {
            Object[] o = new String[1];
            o[0] = 1;
        } catch (ArrayStoreException e) {
            r ^= 9;
        }
        try {
            int[] z = new int[n - n - 1];
        } catch (NegativeArraySizeException e) {
            r ^= 17;
        }
        try {
            Object o = "s";
            Integer i = (Integer) o;
        } catch (ClassCastException e) {
            r ^= 33;
        }
        try {
            String s = null;
            s.length();
        } catch (NullPointerException e) {
            r ^= 65;
        }
        return r;
    }
    class Inner {
        int v = f + 1;
        class Deep {
            int w = v + f;
        }
        int outer() {
            return Everything.this.f++ + new Deep().w;
        }
    }
    static String cat(Object o, String s, int i, char c, long l, boolean b, byte y, float fl,
            double d, char[] cs) {
        String r = "" + o + s + i + c + l + b + y + fl + d;
        r += s;
        r += i;
        r += 'x';
        return r + null + (cs == null);
    }
    static int lambdas() {
        int base = 5;
        IntUnaryOperator a = x -> x + base;
        IntBinaryOperator m = Math::max;
        Function<Integer, Integer> f = x -> x * 2;
        Supplier<List<String>> sup = ArrayList::new;
        List<String> l = sup.get();
        l.add("b");
        l.add("a");
        l.sort(Comparator.naturalOrder());
        l.forEach(Everything::mix);
        BiFunction<String, Integer, Character> cf = String::charAt;
        ToLongFunction<Integer> tl = Integer::intValue;
        Function<Integer, int[]> mk = int[]::new;
        Runnable r = () -> cnt += base;
        r.run();
        Callable3<String> c3 = () -> "c3";
        return a.applyAsInt(3) + m.applyAsInt(4, 9) + f.andThen(f).apply(4) + cf.apply("xyz", 1) +
                (int) tl.applyAsLong(77) + mk.apply(4).length + c3.call().length();
    }
    interface Callable3<T> {
        T call();
    }
    static int iter() {
        Map<String, Integer> m = new HashMap<>();
        for (String s : "the quick brown fox jumps over the lazy dog the end".split(" "))
                m.merge(s, 1, Integer::sum);
        int r = 0;
        for (Map.Entry<String, Integer> e : new TreeMap<>(m).entrySet()) r = r * 31 +
                e.getKey().hashCode() * e.getValue();
        Deque<Integer> d = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
            d.addLast(i);
            if (i % 3 == 0) r += d.pollFirst();
        }
        return r + d.size();
    }
    static int labeled() {
        int r = 0;
        outer: for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
                if (j == 5) continue outer;
                if (i == 7) break outer;
                r += i * j;
            }
        }
        do {
            r--;
        } while (r > 50 && r % 7 != 0);
        return r;
    }
    static Object pat(Object o) {
        if (o instanceof String s && s.length() > 2) return s.length();
        if (!(o instanceof Integer i)) return "no";
        return i + 1;
    }
    static int rec(int n) {
        return n < 2 ? n : rec(n - 1) + rec(n - 2);
    }
    static long conv(int i, long l, float f, double d) {
        byte b = (byte) i;
        short s = (short) l;
        char c = (char) d;
        int x = (int) f;
        i += 3.7;
        l -= 2.5f;
        b += 5;
        c++;
        return b + s + c + x + i + l + (long) (f * d) + (int) Double.NaN + (long)
                Float.POSITIVE_INFINITY + (i >>> 33) + (l << 65);
    }
    static int assign() {
        int a, b, c;
        a = b = c = 4;
        a += b -= c *= 2;
        int[] q = {1, 2, 3};
        int i = 0;
        q[i++] = q[i] = i = 2;
        return a * 100 + b * 10 + c + q[0] * 7 + q[1] * 11 + i;
    }
    static StringBuilder sb() {
        StringBuilder s = new StringBuilder();
        for (char c = 'a'; c < 'f'; c++) s.append(c).append((int) c).insert(0, c > 'c' ? "<" : 1.5);
        return s.reverse();
    }
    static boolean bools(boolean a, boolean b, int c) {
        boolean r = a & b | !a ^ (c > 3);
        r |= a && (b || c == 2);
        r ^= !(a || b) && c != 0;
        return r;
    }
    static class Res implements AutoCloseable {
        final String n;
        Res(String n) {
            this.n = n;
            mix(n);
        }
        public void close() {
            mix("close" + n);
            if (n.equals("b")) throw new IllegalStateException(n);
        }
    }
    static int twr(int k) {
        try (Res a = new Res("a"); Res b = new Res(k > 0 ? "b" : "c")) {
            if (k > 1) throw new RuntimeException("body");
            return 1;
        } catch (IllegalStateException e) {
            return 2 + e.getSuppressed().length;
        } catch (RuntimeException e) {
            return 10 + e.getSuppressed().length;
        } finally {
            mix("fin");
        }
    }
    public static void main(String[] args) {
        for (int k = 0; k < 6; k++) {
            mix(tryf(k));
            mix(nested(k));
            mix(twr(k));
        }
        mix(cnt);
        Everything t = new Everything();
        t.f = 3;
        mix(t.order(11));
        for (int s = 0; s < 70; s += 9) {
            mix(lng(0x123456789ABCDEFL * s - 5, s));
            mix(lng(-s, s));
        }
        mix(Double.doubleToLongBits(dbl(7.25, 2.5f)));
        mix(Double.doubleToLongBits(dbl(-1.5, 2.5f)));
        double[] ds = {0.0, -0.0, 1, Double.NaN, Double.POSITIVE_INFINITY};
        for (double a : ds) for (double b : ds) mix(cmp(a, b));
        for (String s : new String[] {"a", "Aa", "BB", "zzz", ""}) mix(sw(s));
        for (int i : new int[] {1, 2, 3, 100, -100, Integer.MAX_VALUE}) mix(sw2(i));
        for (Color c : Color.values()) {
            mix(sw3(c));
            mix(c.v());
            mix(c.name());
            mix(Color.valueOf(c.toString()).ordinal());
        }
        mix(vararg());
        mix(vararg(1));
        mix(vararg(4, 5, 6));
        mix(max(Arrays.asList(3, 9, 2)));
        mix(max(List.of("x", "zz", "b")));
        mix(t.sync(3));
        mix(t.sync(30));
        try {
            t.syn2(4);
        } catch (IllegalArgumentException e) {
            mix(99);
        }
        synchronized (t) {
            mix(1);
        }
        for (int a = 0; a < 3; a++) for (int b = 0; b < 3; b++) for (int c = -1; c < 3; c++)
                mix(tern(a, b, c));
        mix(arr(6));
        Inner in = t.new Inner();
        mix(in.outer());
        mix(in.outer());
        mix(cat(null, "s", -5, 'c', 1L << 40, true, (byte) -3, 1.5f, 1e100, null));
        mix(cat(List.of(1, 2), null, 5, '\u00e9', -1, false, (byte) 3, -0f, Double.NaN, new char[0]));
        mix(lambdas());
        mix(cnt);
        mix(iter());
        mix(labeled());
        mix(pat("abc").hashCode());
        mix(pat("a").hashCode());
        mix(pat(41).hashCode());
        mix(rec(15));
        mix(conv(300, 70000L, 3.9f, 65.5));
        mix(assign());
        mix(sb().toString());
        for (int c = 0; c < 6; c++) {
            mix(bools(c % 2 == 0, c > 2, c) ? 1 : 2);
        }
        Rc r1 = new Rc(1, 2, "n", 3.5, true, 'q', null), r2 = new Rc(1, 2, "n", 3.5, true, 'q',
                null), r3 = new Rc(1, 2, "n", -0.0, true, 'q', "o");
        mix(r1.hashCode());
        mix(r3.hashCode());
        mix(r1.equals(r2) ? 1 : 0);
        mix(r1.equals(r3) ? 1 : 0);
        mix(r1.toString());
        mix(r3.toString());
        mix(new Sq(7).area());
        mix(r1.area());
        mix(new Sq(7).q() + Shape.two());
        mix(new Sq(3).toString());
        mix(new Rc(1, 2, "n", 0.0, true, 'q', "o").equals(r3) ? 1 : 0);
        long big = 0;
        for (int i = 0; i < 1000; i++) {
            big += i * (long) i;
            if ((i & 63) == 0) big ^= big << 7;
        }
        mix(big);
        mix(Integer.toHexString((int) h));
        mix(Long.toString(h, 36));
        mix(String.valueOf((Object) null));
        mix(new int[0].clone().length);
        mix(sa.clone()[1]);
        mix(Objects.hash(1, "x", null));
        mix(Character.getNumericValue('7'));
        Optional<Integer> op = Optional.of(5).map(x -> x + 1).filter(x -> x > 5);
        mix(op.orElse(0));
        int[] acc = {0};
        new ArrayList<>(List.of(3, 4, 5)).removeIf(x -> {
            acc[0] += x;
            return x == 4;
        });
        mix(acc[0]);
        if (args.length == 0) System.out.println(h);
        else if (h != Long.parseLong(args[0])) throw new RuntimeException("expected " + args[0] +
                " got " + h);
    }
}
