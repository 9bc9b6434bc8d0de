/** What a thread has kept for itself goes with it, though another takes its place; and it stays ended. */
public class EndlessThreadLocals {
    static final ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> 7);

    public static void main(String[] args) throws Exception {
        Thread before = null;
        while (true) {
            Thread worker = new Thread(() -> {
                if (own.get() != 7) {
                    throw new AssertionError("it has what another left");
                }
                own.set(8);
            });
            worker.start();
            if (before != null && (before.isAlive() || before.getState() != Thread.State.TERMINATED)) {
                throw new AssertionError("it lives again");
            }
            worker.join();
            before = worker;
        }
    }
}
