// kills: lazy not: Start writes Monitor
// kills: lazy not: End writes WaitSet
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class LazyNotEndWritesWaitSet {
    static volatile int x, y;
    static Thread T0, T1, T2;
    static long r1, r2;
    static int bit(boolean it) { return it ? 1 : 0; }
    static int number(Thread it) { return Integer.parseInt(it.getName().substring(7)); }

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

    static volatile int n0, m0;

    static void t1() {
        final Log l = new Log();
        try {
            T2.start();
        } catch (Throwable e) {
            l.see(code(e));
        } finally {
            r1 = l.v;
        }
    }

    static void t2() {
        final Log l = new Log();
        try {
            n0 = number(new Thread());
        } catch (Throwable e) {
            l.see(code(e));
        } finally {
            r2 = l.v;
        }
    }

    public static void main(String[] args) throws Throwable {
        final Log l = new Log();
        T0 = Thread.currentThread();
        T1 = new Thread(LazyNotEndWritesWaitSet::t1);
        T2 = new Thread(LazyNotEndWritesWaitSet::t2);
        try {
            T1.start();
            m0 = number(new Thread());
            synchronized (T2) { if (T1.isAlive()) { T2.wait(); l.see(2 + bit(T1.isAlive())); } }
            l.see(x);
        } catch (Throwable e) {
            l.see(code(e));
        }
        end(T1);
        end(T2);
        l.see(n0 < m0);
        System.out.println("outcome: " + l.v + " " + r1 + " " + r2 + " " + x + y);
    }
}
