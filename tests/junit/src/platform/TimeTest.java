package platform;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Time limits in their modes. */
class TimeTest {
    @Test
    @Timeout(10)
    void holdsInTime() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(latch::countDown);
        thread.start();
        latch.await();
        thread.join();
    }

    @Test
    @Timeout(value = 50, unit = MILLISECONDS)
    void violatedForEver() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    @Test
    @Timeout(value = 50, unit = MILLISECONDS)
    void violatedSlow() throws InterruptedException {
        Thread.sleep(400);
    }

    @Test
    @Timeout(value = 50, unit = MILLISECONDS)
    void violatedThoughItCatches() {
        try {
            Thread.sleep(400);
        } catch (InterruptedException e) {
            // Late, but over.
        }
    }

    @Test
    @Timeout(value = 10, threadMode = ThreadMode.SEPARATE_THREAD)
    void holdsInThreadOfItsOwn() {
        String name = Thread.currentThread().getName();
        if (name.equals("main")) throw new IllegalStateException(name);
    }

    @Test
    @Timeout(value = 50, unit = MILLISECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
    void violatedInThreadOfItsOwn() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    @Nested
    @Timeout(value = 50, unit = MILLISECONDS)
    class OfTheClass {
        @Test
        void violatedByLimitOfTheClass() throws InterruptedException {
            Thread.sleep(400);
        }

        @Test
        @Timeout(10)
        void holdsByLimitOfItsOwn() throws InterruptedException {
            Thread.sleep(100);
        }
    }

    @Nested
    class SetUp {
        @BeforeEach
        @Timeout(value = 50, unit = MILLISECONDS)
        void slow() throws InterruptedException {
            Thread.sleep(400);
        }

        @Test
        void violatedInSetUp() {}
    }

    @Test
    void violatedAssertTimeout() {
        assertTimeout(Duration.ofMillis(50), () -> Thread.sleep(400));
    }

    @Test
    void holdsPreemptively() {
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {});
    }

    @Test
    void violatedPreemptively() {
        assertTimeoutPreemptively(Duration.ofMillis(50), () -> new CountDownLatch(1).await());
    }

    @Test
    void holdsTimeoutThrown() {
        assertThrows(
            AssertionError.class,
            () -> assertTimeoutPreemptively(Duration.ofMillis(50), () -> Thread.sleep(10_000)));
    }
}
