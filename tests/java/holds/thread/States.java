/** The states of a thread that can be known for certain. */
public class States {
    static final Object LOCK = new Object();

    static class Worker extends Thread {
        @Override
        public void run() {
            assert getState() == Thread.State.RUNNABLE;
            synchronized (LOCK) {
                assert isAlive();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        assert worker.getState() == Thread.State.NEW && !worker.isAlive();
        synchronized (LOCK) {
            worker.start();
            Thread.State state = worker.getState();
            assert state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED;
            assert worker.isAlive();
        }
        worker.join();
        assert worker.getState() == Thread.State.TERMINATED && !worker.isAlive();
    }
}
