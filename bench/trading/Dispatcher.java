package trading;

/** The way from a gateway to the matching engine: a call, or a queue and a thread. */
interface Dispatcher {
    /** Has the request executed and waits for the answer. */
    ExecutionReport dispatch(Account account, Request request) throws InterruptedException;
}
