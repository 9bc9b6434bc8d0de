package platform;

import junit.framework.TestCase;

/** JUnit 3. */
public class OldTest extends TestCase {
    private int value;

    @Override
    protected void setUp() {
        value = 1;
    }

    @Override
    protected void tearDown() {
        if (value == 2) throw new IllegalStateException("torn");
    }

    public void test_holds() {
        assertEquals(1, value);
    }

    public void test_violated() {
        assertEquals("one", "two");
    }

    public void test_violatedTearDown() {
        value = 2;
    }

    public void test_holdsThread() throws InterruptedException {
        Thread thread = new Thread(() -> value = 3);
        thread.start();
        thread.join();
        assertEquals(3, value);
    }
}
