package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.Assumptions.assumingThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Assumptions, conditions, and annotations that stand for others. */
class ConditionsTest {
    @Test
    void skippedByAssumption() {
        assumeTrue(1 > 2, "never");
        throw new IllegalStateException();
    }

    @Test
    void skippedByAssumptionOfTheOtherKind() {
        assumeFalse(() -> true);
    }

    @Test
    void violatedAfterAssumption() {
        assumeTrue(true);
        throw new IllegalStateException("reached");
    }

    @Test
    void holdsWhatIsAssumed() {
        assumingThat(false, () -> assertEquals(1, 2));
    }

    @Test
    void violatedWhatIsAssumed() {
        assumingThat(true, () -> assertEquals(1, 2));
    }

    @RepeatedTest(3)
    void holdsIfOneRuns(RepetitionInfo info) {
        assumeTrue(info.getCurrentRepetition() == 2);
    }

    @RepeatedTest(2)
    void skippedIfNoneRuns(RepetitionInfo info) {
        assumeTrue(info.getCurrentRepetition() == 3);
    }

    static class InSetUp {
        @BeforeEach
        void never() {
            assumeTrue(false);
        }

        @Test
        void skippedBySetUp() {}
    }

    static class InClassSetUp {
        @BeforeAll
        static void never() {
            assumeTrue(false);
        }

        @Test
        void skippedByClassSetUp() {}
    }

    @Test
    @Disabled
    void skippedWithoutReason() {}

    @Nested
    @Disabled("not yet")
    class Off {
        @Test
        void skippedWithItsClass() {}

        @Nested
        class Deeper {
            @Test
            void skippedWithTheClassAround() {}
        }
    }

    @Disabled("the class around a static one does not matter")
    static class Around {
        static class Inside {
            @Test
            void holdsInStaticClass() {}

            @Test
            void violatedInStaticClass() {
                throw new IllegalStateException();
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void violatedOnLinux() {
        throw new IllegalStateException("it runs");
    }

    @Test
    @DisabledOnOs(OS.LINUX)
    void skippedOnLinux() {}

    @Test
    @EnabledForJreRange(min = JRE.JAVA_17)
    void holdsOnNewJre() {}

    @Test
    @EnabledForJreRange(max = JRE.JAVA_11)
    void skippedOnNewJre() {}

    @Test
    @EnabledIfSystemProperty(named = "no.such.property", matches = ".*")
    void skippedWithoutProperty() {}

    @Test
    @EnabledIf("isFine")
    void holdsIfFine() {}

    @Test
    @DisabledIf("isFine")
    void skippedIfFine() {}

    static boolean isFine() {
        return true;
    }

    @Test
    @EnabledIf("isMissing")
    void violatedByMissingCondition() {}

    @Retention(RetentionPolicy.RUNTIME)
    @Test
    @Disabled("composed")
    @interface DisabledTest {}

    @Retention(RetentionPolicy.RUNTIME)
    @Test
    @interface Fast {}

    @Retention(RetentionPolicy.RUNTIME)
    @Fast
    @ExtendWith(Never.class)
    @interface FastNever {}

    static class Never implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return ConditionEvaluationResult.disabled("never");
        }
    }

    @DisabledTest
    void skippedComposed() {}

    @Fast
    void holdsComposed() {}

    @Fast
    void violatedComposed() {
        throw new IllegalStateException();
    }

    @FastNever
    void skippedByExtension() {}
}
