package platform;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Set-up and tests of a superclass. */
public abstract class RulesBase {
    protected final List<String> log = new ArrayList<>();

    @Before
    public void base() {
        log.add("base");
    }

    @Before
    public void again() {
        log.add("never");
    }

    @After
    public void baseAfter() {
        if (log.contains("fail after")) throw new IllegalStateException("after");
    }

    @Test
    public void holdsInherited() {
        assertTrue(log.contains("self"));
    }

    @Test
    public void holdsOverriddenWithoutAnnotation() {
        throw new IllegalStateException("overridden");
    }

    @Test
    public void violatedOverriddenWithoutAnnotation() {}
}
