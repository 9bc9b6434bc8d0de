package platform;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.junit.jupiter.api.DynamicTest.stream;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests that are made by tests, nested classes, and assertions. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class DynamicTests {
    private int before;

    @BeforeEach
    void count() {
        before++;
    }

    @TestFactory
    Stream<DynamicTest> holdsStream() {
        return IntStream.range(0, 3).mapToObj(i -> dynamicTest("n" + i, () -> assertEquals(1, before)));
    }

    @TestFactory
    Iterator<DynamicTest> violatedIterator() {
        return List.of(dynamicTest("a", () -> {}), dynamicTest("b", () -> assertTrue(false))).iterator();
    }

    @TestFactory
    DynamicNode holdsSingle() {
        return dynamicContainer("outer", List.of(dynamicTest("inner", () -> {})));
    }

    @TestFactory
    DynamicNode[] violatedDeep() {
        return new DynamicNode[] {
            dynamicContainer("outer", Stream.of(dynamicContainer("inner", Stream.of(
                dynamicTest("t", () -> { throw new IllegalStateException(); })))))
        };
    }

    @TestFactory
    Stream<DynamicTest> holdsGenerated() {
        return stream(Stream.of("a", "b"), it -> "is " + it, it -> assertEquals(1, it.length()));
    }

    @TestFactory
    Stream<DynamicTest> skippedAll() {
        return Stream.of(dynamicTest("a", () -> assumeTrue(false)));
    }

    @TestFactory
    String violatedResult() {
        return "no test";
    }

    @Nested
    class Inner {
        private int inside;

        @BeforeEach
        void countInside() {
            inside = before + 1;
        }

        @Test
        void holdsNested() {
            assertEquals(2, inside);
        }

        @Nested
        class Innermost {
            @Test
            void holdsDeeper() {
                assertEquals(1, before);
            }

            @Test
            void violatedDeeper() {
                assertEquals(1, inside);
            }
        }
    }

    @Test
    void violatedAll() {
        assertAll(() -> {}, () -> assertEquals(1, 2), () -> assertEquals(3, 4));
    }

    @Test
    void holdsAll() {
        assertAll("both", () -> {}, () -> assertEquals(1, 1));
    }

    @Test
    void holdsThrown() {
        Exception e = assertThrows(NumberFormatException.class, () -> Integer.parseInt("x"));
        assertInstanceOf(IllegalArgumentException.class, e);
    }

    @Test
    void violatedNotThrown() {
        assertThrows(NumberFormatException.class, () -> Integer.parseInt("1"));
    }

    @Test
    void violatedOtherThrown() {
        assertThrows(NumberFormatException.class, () -> "x".charAt(1));
    }

    @Test
    void holdsArrays() {
        assertArrayEquals(new int[] {1, 2}, new int[] {1, 2});
        assertIterableEquals(List.of(1), List.of(1));
        assertLinesMatch(List.of("a", ">> skip >>", "\\d+"), List.of("a", "b", "c", "12"));
    }

    @Test
    void violatedArrays() {
        assertArrayEquals(new double[] {1.0}, new double[] {1.1}, 0.01);
    }

    @Test
    void violatedChecked() throws Exception {
        throw new Exception("checked");
    }
}
