package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Set-up and clean-up of a class, its superclass and its interfaces, and their order. */
class OrderTest extends OrderBase implements OrderPrepared {
    private static final List<String> LOG = OrderBase.LOG;

    @BeforeAll
    static void selfAll() {
        LOG.add("self all");
    }

    @BeforeEach
    void self() {
        LOG.add("self each");
    }

    @Override
    @BeforeEach
    void replaced() {
        LOG.add("replaced");
    }

    @Override
    void dropped() {
        LOG.add("never");
    }

    @AfterEach
    void after() {
        LOG.add("self after");
    }

    @AfterAll
    static void checked() {
        if (LOG.contains("never")) throw new IllegalStateException("an overridden method ran");
    }

    @Override
    public void overridden() {}

    @Test
    void holdsOrder() {
        List<String> each = LOG.subList(LOG.size() - 4, LOG.size());
        assertEquals(List.of("base each", "interface each"), each.subList(0, 2));
        assertEquals(List.of("base all", "self all"), withoutInterface());
    }

    private static List<String> withoutInterface() {
        List<String> all = new ArrayList<>(LOG);
        all.removeIf(it -> !it.endsWith(" all") || it.startsWith("interface"));
        return all;
    }

    @Test
    void violatedOrder() {
        assertEquals(List.of("self all", "base all"), withoutInterface());
    }
}
