package module;

import org.junit.Assert;
import org.junit.Before;
import org.junit.Test;

/** Tests that a class inherits, with set-up from above. */
abstract class Pattern {
    protected StringBuffer log;

    @Before
    public void prepare() {
        log = new StringBuffer("a");
    }

    @Test
    public void holdsAppends() throws InterruptedException {
        Thread other = new Thread(() -> log.append('x'));
        other.start();
        log.append('x');
        other.join();
        Assert.assertEquals("abxx", log.toString());
    }

    @Test
    public void violatedOrder() throws InterruptedException {
        Thread other = new Thread(() -> log.append('y'));
        other.start();
        log.append('x');
        other.join();
        Assert.assertEquals("abxy", log.toString());
    }
}

public class InheritedTest extends Pattern {
    @Before
    public void extend() {
        log.append('b');
    }
}
