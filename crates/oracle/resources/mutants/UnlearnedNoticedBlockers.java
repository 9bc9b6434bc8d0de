// kills: unlearned Noticed(Blockers)
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class UnlearnedNoticedBlockers {
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

    static final Object blocker0 = new Object();

    static void t1() {
        final Log l = new Log();
        try {
            l.see(LockSupport.getBlocker(T0) == blocker0);
        } catch (Throwable e) {
            l.see(code(e));
        } finally {
            r1 = l.v;
        }
    }

    public static void main(String[] args) throws Throwable {
        final Log l = new Log();
        T0 = Thread.currentThread();
        T1 = new Thread(UnlearnedNoticedBlockers::t1);
        try {
            T1.start();
            LockSupport.parkNanos(blocker0, 1);
        } catch (Throwable e) {
            l.see(code(e));
        }
        end(T1);
        System.out.println("outcome: " + l.v + " " + r1 + " " + x + y);
    }
}
