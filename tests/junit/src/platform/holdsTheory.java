package platform;

import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import org.junit.experimental.theories.DataPoints;
import org.junit.experimental.theories.Theories;
import org.junit.experimental.theories.Theory;
import org.junit.runner.RunWith;

/** A class without test methods, of which its runner makes some; its name is the verdict. */
@RunWith(Theories.class)
public class holdsTheory {
    @DataPoints public static final int[] VALUES = {1, 2, 3};

    @Theory
    public void small(int a, int b) {
        assumeTrue(a != b);
        assertTrue(a + b < 6);
    }
}
