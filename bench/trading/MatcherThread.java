package trading;

/** Runs the matching engine in a thread of its own; requests come through a queue. */
final class MatcherThread extends Thread implements Dispatcher {
    private record Command(Account account, Request request, Reply reply) {
    }

    private final MatchingEngine engine;
    private final BoundedQueue<Command> inbound;
    private int executed;

    MatcherThread(MatchingEngine engine, int capacity) {
        super("matcher");
        this.engine = engine;
        this.inbound = new BoundedQueue<>(capacity);
    }

    @Override
    public ExecutionReport dispatch(Account account, Request request) throws InterruptedException {
        Reply reply = new Reply();
        inbound.put(new Command(account, request, reply));
        return reply.await();
    }

    @Override
    public void run() {
        try {
            Command command = inbound.take();
            while (command != null) {
                execute(command);
                command = inbound.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the matcher", e);
        }
    }

    private void execute(Command command) {
        try {
            command.reply().complete(engine.dispatch(command.account(), command.request()));
            executed++;
        } catch (RuntimeException e) {
            command.reply().fail(e);
            throw e;
        }
    }

    /** Ends the thread when all requests are done, and waits for that. */
    void finish() throws InterruptedException {
        inbound.close();
        join();
    }

    /** Requests executed; to be asked after {@link #finish}. */
    int executed() {
        return executed;
    }
}
