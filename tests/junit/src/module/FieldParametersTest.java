package module;

import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** JUnit 4 with single parameters, for a field. */
@RunWith(Parameterized.class)
public class FieldParametersTest {
    @Parameter public int number;

    @Parameters
    public static Iterable<Integer> numbers() {
        return List.of(3, 5, 8);
    }

    @Test
    public void holdsForAll() {
        assertTrue(number >= 3);
    }

    @Test
    public void violatedForOne() {
        assertTrue(number % 2 == 1);
    }
}
