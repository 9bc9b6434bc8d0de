import java.util.Map;

/** Who lists threads and does not read their stacks is told exactly who lives. */
public class NobodyReadsTheStack {
    public static void main(String[] args) throws InterruptedException {
        Object gate = new Object();
        Thread thread = new Thread(() -> {
            synchronized (gate) {
                gate.notify();
            }
        });
        synchronized (gate) {
            thread.start();
            Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
            assert all.containsKey(thread) && all.containsKey(Thread.currentThread());
            assert all.get(Thread.currentThread())[0].getMethodName() != null;
            gate.wait();
        }
        thread.join();
        assert thread.getStackTrace().length == 0;
    }
}
