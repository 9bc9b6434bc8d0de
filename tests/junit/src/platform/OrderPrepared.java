package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Set-up and tests of an interface. */
interface OrderPrepared {
    @BeforeAll
    static void prepare() {
        OrderBase.LOG.add("interface all");
    }

    @BeforeEach
    default void prepareEach() {
        OrderBase.LOG.add("interface each");
    }

    @Test
    default void holdsInInterface() {
        assertEquals("self each", OrderBase.LOG.get(OrderBase.LOG.size() - 1));
    }

    @Test
    default void violatedInInterface() {
        assertEquals("none", OrderBase.LOG.get(OrderBase.LOG.size() - 1));
    }

    @Test
    default void overridden() {
        throw new IllegalStateException("overridden");
    }
}
