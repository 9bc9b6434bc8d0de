//@ kind: deadlock
/** A thread waits inside a monitor that the one who would wake it needs first (Yahav's nestedMon). */
public class NestedMonitors {
    private final Object inner = new Object();
    private boolean ready;

    synchronized void await() throws InterruptedException {
        synchronized (inner) {
            while (!ready) {
                inner.wait();
            }
        }
    }

    synchronized void open() {
        synchronized (inner) {
            ready = true;
            inner.notifyAll();
        }
    }

    static class Waiter extends Thread {
        private final NestedMonitors gate;

        Waiter(NestedMonitors gate) {
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
        private final NestedMonitors gate;

        Opener(NestedMonitors gate) {
            this.gate = gate;
        }

        @Override
        public void run() {
            gate.open();
        }
    }

    public static void main(String[] args) {
        NestedMonitors gate = new NestedMonitors();
        new Waiter(gate).start();
        new Opener(gate).start();
    }
}
