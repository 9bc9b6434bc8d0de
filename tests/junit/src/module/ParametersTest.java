package module;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** JUnit 4 with parameters for the constructor: every set is tried. */
@RunWith(Parameterized.class)
public class ParametersTest {
    private final int number;
    private final String text;

    public ParametersTest(int number, String text) {
        this.number = number;
        this.text = text;
    }

    @Parameters(name = "{index}: {1}")
    public static Collection<Object[]> sets() {
        return Arrays.asList(new Object[][] {{1, "1"}, {2, "2"}, {13, "13"}});
    }

    @Test
    public void holdsForEach() {
        assertEquals(text, Integer.toString(number));
    }

    @Test
    public void violatedForTheLast() {
        assertEquals(1, text.length());
    }

    @Test
    public void holdsInThreads() throws InterruptedException {
        Counter counter = new Counter();
        Thread other = new Thread(counter::incrementLocked);
        other.start();
        counter.incrementLocked();
        other.join();
        assertTrue(number > 0);
    }
}
