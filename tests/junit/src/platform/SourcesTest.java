package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.AggregateWith;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.aggregator.ArgumentsAggregator;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.converter.SimpleArgumentConverter;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EmptySource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the arguments of parameterised tests come from. */
class SourcesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void holdsInts(int value) {
        assertTrue(value > 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void violatedLastInt(int value) {
        assertTrue(value < 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void holdsWidened(long value) {
        assertTrue(value > 0L);
    }

    @ParameterizedTest
    @ValueSource(classes = {String.class, List.class})
    void holdsClasses(Class<?> type) {
        assertTrue(type.getName().startsWith("java."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SECONDS", "DAYS"})
    void holdsConvertedToEnum(TimeUnit unit) {
        assertNotNull(unit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SECONDS", "MOONS"})
    void violatedConversion(TimeUnit unit) {}

    @ParameterizedTest
    @ValueSource(strings = "2024-02-29")
    void holdsConvertedToDate(LocalDate date) {
        assertEquals(29, date.getDayOfMonth());
    }

    @ParameterizedTest
    @NullSource
    void holdsNull(String value) {
        assertNull(value);
    }

    @ParameterizedTest
    @EmptySource
    void holdsEmpty(String value) {
        assertTrue(value.isEmpty());
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = " ")
    void violatedNullAndEmpty(String value) {
        assertTrue(value.isBlank());
    }

    @ParameterizedTest
    @EnumSource(TimeUnit.class)
    void holdsAllOfEnum(TimeUnit unit) {
        assertTrue(unit.toNanos(1) >= 1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"DAYS", "HOURS"})
    void holdsExcluded(TimeUnit unit) {
        assertFalse(unit == TimeUnit.DAYS);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "^.*SECONDS$")
    void violatedMatched(TimeUnit unit) {
        assertEquals(TimeUnit.SECONDS, unit);
    }

    @ParameterizedTest
    @CsvSource({"1, one, true", "2, 'two, three', false"})
    void holdsCsv(int number, String text, boolean first) {
        assertEquals(first, number == 1);
        assertFalse(text.isEmpty());
    }

    @ParameterizedTest
    @CsvSource(value = {"1|a", "2|"}, delimiter = '|')
    void violatedCsvNull(int number, String text) {
        assertEquals(1, text.length());
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void holdsMethod(int a, String b) {
        assertEquals(a, Integer.parseInt(b));
    }

    static Stream<Arguments> pairs() {
        return Stream.of(Arguments.of(1, "1"), Arguments.of(2, "2"));
    }

    @ParameterizedTest
    @MethodSource
    void violatedMethodOfSameName(int value) {
        assertTrue(value < 2);
    }

    static IntStream violatedMethodOfSameName() {
        return IntStream.range(0, 3);
    }

    @ParameterizedTest
    @MethodSource("platform.SourcesTest$Elsewhere#values")
    void holdsMethodElsewhere(String value) {
        assertEquals("there", value);
    }

    static class Elsewhere {
        static List<String> values() {
            return List.of("there");
        }
    }

    @ParameterizedTest
    @MethodSource("none")
    void violatedNoSuchMethod(String value) {}

    @ParameterizedTest
    @MethodSource("nothing")
    void violatedNoArguments(String value) {}

    static Stream<String> nothing() {
        return Stream.empty();
    }

    @ParameterizedTest
    @ArgumentsSource(Provider.class)
    void holdsProvider(String value) {
        assertEquals("provided", value);
    }

    @ParameterizedTest
    @ArgumentsSource(Provider.class)
    void violatedProvider(String value) {
        assertEquals("other", value);
    }

    static class Provider implements ArgumentsProvider {
        @Override
        public Stream<? extends Arguments> provideArguments(ExtensionContext context) {
            return Stream.of(Arguments.of("provided"));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3", "4, 5, 9"})
    void holdsAccessor(ArgumentsAccessor arguments) {
        assertEquals(arguments.getInteger(2), arguments.getInteger(0) + arguments.getInteger(1));
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "3, 4"})
    void violatedAggregator(@AggregateWith(Sum.class) int sum) {
        assertEquals(3, sum);
    }

    static class Sum implements ArgumentsAggregator {
        @Override
        public Object aggregateArguments(ArgumentsAccessor arguments, ParameterContext context) {
            return arguments.getInteger(0) + arguments.getInteger(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "bb"})
    void holdsConverter(@ConvertWith(Length.class) int length) {
        assertTrue(length > 0);
    }

    static class Length extends SimpleArgumentConverter {
        @Override
        protected Object convert(Object source, Class<?> target) {
            return ((String) source).length();
        }
    }

    @ParameterizedTest(name = "{index} is {0}")
    @ValueSource(strings = "x")
    void holdsTestInfoBesides(String value, TestInfo info) {
        assertEquals("1 is x", info.getDisplayName());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void holdsThreads(int count) throws InterruptedException {
        int[] sum = new int[1];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(() -> {
                synchronized (sum) {
                    sum[0]++;
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        assertEquals(count, sum[0]);
    }
}
