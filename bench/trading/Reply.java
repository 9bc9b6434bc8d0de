package trading;

/** Where a thread waits for the answer that another one will give. Guarded by its own monitor. */
final class Reply {
    private ExecutionReport report;
    private RuntimeException failure;

    synchronized void complete(ExecutionReport answer) {
        requireOpen();
        report = answer;
        notifyAll();
    }

    /** Passes on that there will be no answer. */
    synchronized void fail(RuntimeException reason) {
        requireOpen();
        failure = reason;
        notifyAll();
    }

    private void requireOpen() {
        if (report != null || failure != null) {
            throw new IllegalStateException("answered twice");
        }
    }

    synchronized ExecutionReport await() throws InterruptedException {
        while (report == null && failure == null) {
            wait();
        }
        if (failure != null) {
            throw new IllegalStateException("the exchange failed", failure);
        }
        return report;
    }
}
