package module;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JUnit Jupiter. The name of each test begins with what Heddle must say of it. */
class FiveTest {
    static AtomicInteger classes = new AtomicInteger();
    private Counter counter;
    private Thread other;

    @BeforeAll
    static void once() {
        classes.incrementAndGet();
    }

    @BeforeEach
    void setUp() {
        assertEquals(1, classes.get());
        counter = new Counter();
    }

    @AfterEach
    void tearDown() throws InterruptedException {
        if (other != null) other.join();
    }

    private void start(Runnable body) {
        other = new Thread(body);
        other.start();
    }

    @Test
    void holdsLocked() throws InterruptedException {
        start(counter::incrementLocked);
        counter.incrementLocked();
        other.join();
        assertEquals(2, counter.value());
    }

    @Test
    void violatedUnlocked() throws InterruptedException {
        start(counter::incrementInTwoSteps);
        counter.incrementInTwoSteps();
        other.join();
        assertEquals(2, counter.value(), "both must count");
    }

    @Test
    void holdsThrows() throws InterruptedException {
        start(counter::incrementLocked);
        IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> { throw new IllegalStateException("m"); });
        assertEquals("m", e.getMessage());
    }

    @Test
    void violatedThrowsOnlySometimes() {
        AtomicInteger atomic = new AtomicInteger();
        start(atomic::incrementAndGet);
        assertThrows(ArithmeticException.class, () -> { int x = 1 / atomic.get(); });
    }

    @Test
    void holdsAll() throws InterruptedException {
        AtomicInteger atomic = new AtomicInteger();
        start(atomic::incrementAndGet);
        other.join();
        assertAll(() -> assertEquals(1, atomic.get()), () -> assertNotNull(other));
    }

    @Test
    void holdsAborted() throws InterruptedException {
        AtomicInteger atomic = new AtomicInteger();
        start(atomic::incrementAndGet);
        assumeTrue(atomic.get() == 1);
        assertEquals(1, atomic.get());
    }

    @Test
    @Timeout(1)
    void holdsInTime() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        start(semaphore::release);
        semaphore.acquire();
    }

    @Test
    @Timeout(value = 100, unit = TimeUnit.MILLISECONDS)
    void violatedLate() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        start(semaphore::release);
        semaphore.acquire(2);
    }

    @Test
    void violatedDeadlock() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        start(() -> semaphore.acquireUninterruptibly());
        semaphore.acquire();
    }

    @Test
    void holdsBarrier() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        AtomicInteger before = new AtomicInteger();
        start(
                () -> {
                    before.incrementAndGet();
                    try {
                        barrier.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
        before.incrementAndGet();
        barrier.await();
        assertEquals(2, before.get());
    }

    @Test
    void holdsAsync() throws Exception {
        Future<Integer> answer = CompletableFuture.supplyAsync(() -> 42, this::start);
        assertEquals(42, answer.get());
    }

    @Test
    void violatedForgottenShutdown() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        assertEquals(42, pool.submit(() -> 42).get());
    }

    @Test
    void holdsCompletion() {
        CompletableFuture<String> future = new CompletableFuture<>();
        start(() -> future.complete("x"));
        assertEquals("xy", future.thenApply(it -> it + "y").join());
    }

    @Test
    void violatedGetNow() {
        CompletableFuture<String> future = new CompletableFuture<>();
        start(() -> future.complete("x"));
        assertEquals("x", future.getNow("nothing"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void holdsForEachValue(int permits) throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        start(() -> semaphore.release(permits));
        semaphore.acquire(permits);
        assertEquals(0, semaphore.availablePermits());
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "two"})
    void violatedForOneValue(String word) throws InterruptedException {
        AtomicInteger atomic = new AtomicInteger();
        start(atomic::incrementAndGet);
        int seen = atomic.get();
        assertTrue(seen == 1 || word.equals("one"), word);
    }

    enum Way { LOCKED, TWO_STEPS }

    @ParameterizedTest
    @EnumSource(Way.class)
    void violatedForOneWay(Way way) throws InterruptedException {
        Runnable body =
                way == Way.LOCKED ? counter::incrementLocked : counter::incrementInTwoSteps;
        start(body);
        body.run();
        other.join();
        assertEquals(2, counter.value());
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3", "5, -5, 0"})
    void holdsSums(int a, int b, int sum) throws InterruptedException {
        AtomicInteger atomic = new AtomicInteger(a);
        start(() -> atomic.addAndGet(b));
        other.join();
        assertEquals(sum, atomic.get());
    }

    static Stream<Arguments> tasks() {
        return Stream.of(
                Arguments.of("a", (Callable<String>) () -> "a"),
                Arguments.of("b", (Callable<String>) () -> "b"));
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void holdsTasks(String expected, Callable<String> task) throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        start(
                () -> {
                    try {
                        future.complete(task.call());
                    } catch (Exception e) {
                        future.completeExceptionally(e);
                    }
                });
        assertEquals(expected, future.get());
    }

    @RepeatedTest(3)
    void holdsRepeated() throws InterruptedException {
        List<Integer> list = new java.util.concurrent.CopyOnWriteArrayList<>();
        start(() -> list.add(1));
        list.add(2);
        other.join();
        assertEquals(2, list.size());
    }

    @Test
    @Disabled("never runs")
    void skippedDisabled() {
        throw new AssertionError();
    }

    @Nested
    class Inner {
        private int doubled;

        @BeforeEach
        void setUpInner() {
            counter.incrementLocked();
            doubled = 2 * counter.value();
        }

        @Test
        void holdsNested() throws InterruptedException {
            assertEquals(2, doubled);
            start(counter::incrementLocked);
            other.join();
            assertEquals(2, counter.value());
        }

        @Test
        void violatedNested() {
            start(counter::incrementLocked);
            assertEquals(1, counter.value());
        }
    }
}
