package module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Dynamic tests, and tests whose conditions Heddle does not judge. */
class FactoryTest {
    private final AtomicInteger safe = new AtomicInteger();
    private int unsafe;

    private void twice(Runnable body) throws InterruptedException {
        Thread other = new Thread(body);
        other.start();
        body.run();
        other.join();
    }

    @TestFactory
    List<DynamicNode> holdsInContainers() {
        DynamicTest test = dynamicTest("counts", () -> {
            twice(safe::incrementAndGet);
            assertEquals(2, safe.get());
        });
        return List.of(dynamicContainer("outer", Stream.of(test)), dynamicTest("reads", () -> assertEquals(2, safe.get())));
    }

    @TestFactory
    Stream<DynamicTest> violatedInSecond() {
        return Stream.of(
            dynamicTest("first", () -> twice(safe::incrementAndGet)),
            dynamicTest("second", () -> {
                twice(() -> unsafe = unsafe + 1);
                assertEquals(2, unsafe);
            }));
    }

    @Test
    @EnabledOnOs(OS.MAC)
    void skippedCondition() {
    }
}
