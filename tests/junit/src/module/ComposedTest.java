package module;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An extension that hides behind an annotation of the program. */
class ComposedTest {
    @Retention(RetentionPolicy.RUNTIME)
    @ExtendWith(Refusing.class)
    @interface Refused {}

    static class Refusing implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            throw new IllegalStateException("refused");
        }
    }

    @Refused
    @Test
    void violatedByTheExtension() {}
}
