import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Runs programs many times in one JVM. Arguments: the directory with the classes, a file with the
 * names of the programs, the number of runs of each, the milliseconds for all of it.
 *
 * <p>Every run has a class loader and a thread group of its own. A run that is not over soon is
 * put aside; at the end those put aside are given a second, and what has come to rest by then is a
 * deadlock. Their threads are abandoned.
 */
public final class Harness {
    /** A run that has not ended after this many milliseconds is put aside. */
    private static final long PATIENCE = 30;
    /** Milliseconds without any running thread after which a run is taken for a deadlock. */
    private static final long REST = 1000;
    /** Runs of one program that may be put aside before it gets no more runs. */
    private static final int MOST_ASIDE = 12;

    /** The run that the current thread belongs to; threads inherit it. */
    private static final InheritableThreadLocal<Run> CURRENT = new InheritableThreadLocal<>();

    /** One run of one program. Guarded by its own monitor. */
    private static final class Run {
        private final String program;
        private final ThreadGroup group = new ThreadGroup("run");
        private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        private String exception;
        private boolean mainEnded;

        Run(String program) {
            this.program = program;
        }

        synchronized void print(byte[] bytes, int offset, int length) {
            printed.write(bytes, offset, length);
        }

        synchronized void fail(Throwable cause) {
            if (exception == null) {
                exception = cause.getClass().getName();
            }
            notifyAll();
        }

        synchronized void endMain() {
            mainEnded = true;
            notifyAll();
        }

        /** The outcome, waiting for it up to the given time; null if there is none yet. */
        synchronized String await(long milliseconds) throws InterruptedException {
            long end = System.nanoTime() + milliseconds * 1_000_000;
            while (exception == null && !mainEnded) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return null;
                }
                wait(left);
            }
            // main joins all threads, so nothing can fail after it has ended.
            return exception != null ? "exception " + exception : outcome();
        }

        private String outcome() {
            String text = printed.toString(StandardCharsets.UTF_8).trim();
            return text.startsWith("outcome: ") && text.indexOf('\n') < 0 ? text : "strange output " + text;
        }

        /** Whether no thread of this run is running. */
        boolean rests() {
            Thread[] threads = new Thread[32];
            int count = group.enumerate(threads);
            for (int index = 0; index < count; index++) {
                Thread.State state = threads[index].getState();
                if (state != Thread.State.BLOCKED && state != Thread.State.WAITING
                    && state != Thread.State.TERMINATED) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Defines the classes of one program anew. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(null);
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes != null) {
                return defineClass(name, bytes, 0, bytes.length);
            }
            return Harness.class.getClassLoader().loadClass(name);
        }
    }

    /** Passes what is printed to the run that prints it. */
    private static final class Router extends OutputStream {
        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            Run run = CURRENT.get();
            if (run != null) {
                run.print(bytes, offset, length);
            }
        }
    }

    private final SplittableRandom random = new SplittableRandom(1);
    private final Map<String, Map<String, Integer>> results = new HashMap<>();
    private final List<Run> aside = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(new Router(), true, StandardCharsets.UTF_8));
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {
            Run run = CURRENT.get();
            if (run != null) {
                run.fail(exception);
            }
        });
        Path directory = Path.of(args[0]);
        List<String> names = Files.readAllLines(Path.of(args[1]));
        int runs = Integer.parseInt(args[2]);
        long end = System.nanoTime() + Long.parseLong(args[3]) * 1_000_000;
        Harness harness = new Harness();
        Map<String, Map<String, byte[]>> classes = classesIn(directory);
        harness.runAll(names, classes, runs, end);
        harness.finish();
        StringBuilder report = new StringBuilder();
        for (String name : names) {
            report.append("program ").append(name).append('\n');
            harness.results.getOrDefault(name, Map.of()).forEach(
                (outcome, count) -> report.append(count).append(' ').append(outcome).append('\n'));
        }
        out.print(report);
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** The bytes of all classes, by the outer class they belong to and by their name. */
    private static Map<String, Map<String, byte[]>> classesIn(Path directory) throws IOException {
        Map<String, Map<String, byte[]>> all = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.class")) {
            for (Path file : files) {
                String name = file.getFileName().toString().replace(".class", "");
                String outer = name.indexOf('$') < 0 ? name : name.substring(0, name.indexOf('$'));
                all.computeIfAbsent(outer, key -> new HashMap<>()).put(name, Files.readAllBytes(file));
            }
        }
        return all;
    }

    /** Takes the programs in turns, so that each gets its share if time runs out. */
    private void runAll(List<String> names, Map<String, Map<String, byte[]>> classes, int runs, long end)
        throws Exception {
        Map<String, Integer> asides = new HashMap<>();
        int done = 0;
        while (done < runs) {
            int some = Math.min(20, runs - done);
            for (String name : names) {
                for (int run = 0; run < some; run++) {
                    if (System.nanoTime() > end) {
                        return;
                    }
                    if (asides.getOrDefault(name, 0) < MOST_ASIDE && !runOnce(name, classes.get(name))) {
                        asides.merge(name, 1, Integer::sum);
                    }
                }
            }
            done += some;
        }
    }

    /** Starts a run and waits a little; false if it was put aside. */
    private boolean runOnce(String name, Map<String, byte[]> classes) throws Exception {
        Noise.level = new int[] {0, 1, 3, 6}[random.nextInt(4)];
        Run run = new Run(name);
        Method main = Class.forName(name, false, new Loader(classes)).getMethod("main", String[].class);
        Thread thread = new Thread(run.group, () -> {
            CURRENT.set(run);
            try {
                main.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                run.fail(e.getCause());
            } catch (ReflectiveOperationException e) {
                run.fail(e);
            }
            run.endMain();
        }, "main");
        thread.start();
        String outcome = run.await(PATIENCE);
        if (outcome == null) {
            aside.add(run);
            return false;
        }
        count(name, outcome);
        return true;
    }

    private void count(String name, String outcome) {
        results.computeIfAbsent(name, key -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    }

    /** Waits until every run put aside has ended or has been at rest for long enough. */
    private void finish() throws InterruptedException {
        long limit = System.nanoTime() + 10_000_000_000L;
        long[] restsSince = new long[aside.size()];
        Arrays.fill(restsSince, System.nanoTime());
        boolean[] settled = new boolean[aside.size()];
        int open = aside.size();
        while (open > 0) {
            long now = System.nanoTime();
            for (int index = 0; index < settled.length; index++) {
                Run run = aside.get(index);
                if (settled[index]) {
                    continue;
                }
                String outcome = run.await(0);
                if (outcome == null && !run.rests()) {
                    restsSince[index] = now;
                } else if (outcome == null && now - restsSince[index] > REST * 1_000_000) {
                    outcome = "deadlock";
                }
                if (outcome == null && now > limit) {
                    outcome = "timeout";
                }
                if (outcome != null) {
                    settled[index] = true;
                    open--;
                    count(run.program, outcome);
                }
            }
            Thread.sleep(10);
        }
    }
}
