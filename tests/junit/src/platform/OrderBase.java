package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Set-up and tests of a superclass. */
abstract class OrderBase {
    static final List<String> LOG = new ArrayList<>();

    @BeforeAll
    static void beforeAll() {
        LOG.add("base all");
    }

    @BeforeEach
    void first() {
        LOG.add("base each");
    }

    @BeforeEach
    void replaced() {
        LOG.add("never");
    }

    @BeforeEach
    void dropped() {
        LOG.add("never");
    }

    @AfterEach
    void last() {
        LOG.add("base after");
    }

    @Test
    void holdsInherited() {
        assertEquals("self each", LOG.get(LOG.size() - 1));
    }

    @Test
    void violatedInherited() {
        assertEquals("base each", LOG.get(LOG.size() - 1));
    }
}
