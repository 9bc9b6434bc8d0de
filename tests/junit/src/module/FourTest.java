package module;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Test;

/** JUnit 4. The name of each test begins with what Heddle must say of it. */
public class FourTest {
    static List<String> log;
    private Counter counter;
    private final List<Thread> started = new ArrayList<>();

    @BeforeClass
    public static void open() {
        log = Collections.synchronizedList(new ArrayList<>());
    }

    @AfterClass
    public static void close() {
        log = null;
    }

    @Before
    public void setUp() {
        assertNotNull(log);
        counter = new Counter();
    }

    @After
    public void tearDown() throws InterruptedException {
        for (Thread thread : started) thread.join();
    }

    private Thread start(Runnable body) {
        Thread thread = new Thread(body);
        started.add(thread);
        thread.start();
        return thread;
    }

    @Test
    public void holdsLockedCounter() throws InterruptedException {
        Thread other = start(counter::incrementLocked);
        counter.incrementLocked();
        other.join();
        assertEquals(2, counter.value());
    }

    @Test
    public void violatedLostUpdate() throws InterruptedException {
        Thread other = start(counter::incrementInTwoSteps);
        counter.incrementInTwoSteps();
        other.join();
        assertEquals(2, counter.value());
    }

    @Test
    public void holdsAtomic() throws InterruptedException {
        AtomicInteger atomic = new AtomicInteger();
        Thread other = start(atomic::incrementAndGet);
        atomic.incrementAndGet();
        other.join();
        assertEquals(2, atomic.get());
    }

    @Test
    public void violatedReadTooEarly() {
        AtomicInteger atomic = new AtomicInteger();
        start(atomic::incrementAndGet);
        assertEquals(1, atomic.get());
    }

    @Test(expected = IllegalStateException.class)
    public void holdsExpected() throws InterruptedException {
        Thread other = start(counter::incrementLocked);
        other.join();
        throw new IllegalStateException();
    }

    @Test(expected = IllegalStateException.class)
    public void violatedExpectedOnlyInSomeOrder() {
        AtomicInteger atomic = new AtomicInteger();
        start(atomic::incrementAndGet);
        if (atomic.get() == 0) throw new IllegalStateException();
    }

    @Test
    public void holdsAssertThrows() throws InterruptedException {
        FutureTask<Integer> task = new FutureTask<>(() -> { throw new ArithmeticException(); });
        start(task);
        ExecutionException e = assertThrows(ExecutionException.class, task::get);
        assertTrue(e.getCause() instanceof ArithmeticException);
    }

    @Test
    public void violatedThreadDies() {
        start(() -> { throw new IllegalArgumentException("in another thread"); });
    }

    @Test(timeout = 1000)
    public void holdsWithinTime() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        start(latch::countDown);
        latch.await();
    }

    @Test(timeout = 1000)
    public void violatedTimeout() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        start(latch::countDown);
        latch.await();
    }

    @Test
    public void holdsOrderedLocks() {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        start(() -> both(a, b));
        both(a, b);
    }

    @Test
    public void violatedCrossedLocks() {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        start(() -> both(a, b));
        both(b, a);
    }

    private static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            second.lock();
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    @Test
    public void holdsQueue() throws InterruptedException {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        start(() -> queue.add("x"));
        assertEquals("x", queue.take());
    }

    @Test
    public void violatedPollTooEarly() {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        start(() -> queue.add("x"));
        assertEquals("x", queue.poll());
    }

    @Test
    public void holdsMerge() throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread other = start(() -> map.merge("k", 1, Integer::sum));
        map.merge("k", 1, Integer::sum);
        other.join();
        assertEquals(Integer.valueOf(2), map.get("k"));
    }

    @Test
    public void violatedGetThenPut() throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("k", 0);
        Thread other = start(() -> map.put("k", map.get("k") + 1));
        map.put("k", map.get("k") + 1);
        other.join();
        assertEquals(Integer.valueOf(2), map.get("k"));
    }

    @Test
    @Ignore("never runs")
    public void skippedIgnored() {
        throw new AssertionError();
    }
}
