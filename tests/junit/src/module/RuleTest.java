package module;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExternalResource;
import org.junit.rules.TestRule;

/** A rule that a method gives. */
public class RuleTest {
    @Rule
    public TestRule failing() {
        return new ExternalResource() {
            @Override
            protected void before() {
                throw new IllegalStateException("no resource");
            }
        };
    }

    @Test
    public void violatedByTheRule() {}
}
