//@ configurations: 42
/** As NestedMonitors, but with the inner monitor alone. */
public class SingleMonitor {
    private final Object inner = new Object();
    private boolean ready;

    void await() throws InterruptedException {
        synchronized (inner) {
            while (!ready) {
                inner.wait();
            }
        }
    }

    void open() {
        synchronized (inner) {
            ready = true;
            inner.notifyAll();
        }
    }

    static class Waiter extends Thread {
        private final SingleMonitor gate;

        Waiter(SingleMonitor gate) {
            this.gate = gate;
        }

        @Override
        public void run() {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    static class Opener extends Thread {
        private final SingleMonitor gate;

        Opener(SingleMonitor gate) {
            this.gate = gate;
        }

        @Override
        public void run() {
            gate.open();
        }
    }

    public static void main(String[] args) {
        SingleMonitor gate = new SingleMonitor();
        new Waiter(gate).start();
        new Opener(gate).start();
    }
}
