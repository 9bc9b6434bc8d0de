// kills: lazy not: Initialize writes Class
// kills: lazy as if it read: Initialize writes Class
// kills: layers not: Initialize writes Class
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class LazyNotInitializeWritesClass {
    static volatile int x, y;
    static Thread T0, T1;
    static long r1;

    static final class Log {
        long v = 1;
        void see(long it) { v = v * 10 + it; }
        void see(boolean it) { see(it ? 1 : 0); }
    }

    static int code(Throwable it) {
        return it instanceof InterruptedException ? 7 : it instanceof IllegalThreadStateException ? 8
            : it instanceof IllegalStateException ? 5 : it instanceof Error ? 6 : 9;
    }

    static void end(Thread it) {
        while (true) {
            try { it.join(); return; } catch (InterruptedException e) { }
        }
    }

    static class S2 { static int f = 1; static { D2.touch(); } }
    static class D2 extends S2 { static int g = 2; static void touch() { } }

    static void t1() {
        final Log l = new Log();
        try {
            l.see(S2.f);
        } catch (Throwable e) {
            l.see(code(e));
        } finally {
            r1 = l.v;
        }
    }

    public static void main(String[] args) throws Throwable {
        final Log l = new Log();
        T0 = Thread.currentThread();
        T1 = new Thread(LazyNotInitializeWritesClass::t1);
        try {
            T1.start();
            l.see(new D2() == null);
        } catch (Throwable e) {
            l.see(code(e));
        }
        end(T1);
        System.out.println("outcome: " + l.v + " " + r1 + " " + x + y);
    }
}
