package trading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where traders log in and send requests. It checks sequence numbers, throttles, and passes on.
 * Guarded by its own monitor, which is never held while a request is executed.
 */
final class Gateway {
    private final Dispatcher dispatcher;
    private final EventBus bus;
    private final Throttle throttle;
    private final Map<Account, Session> sessions = new LinkedHashMap<>();
    private final Map<Account, Long> lastSequence = new LinkedHashMap<>();
    private final List<Session> finished = new ArrayList<>();

    Gateway(Dispatcher dispatcher, EventBus bus, Throttle throttle) {
        this.dispatcher = dispatcher;
        this.bus = bus;
        this.throttle = throttle;
    }

    /** Opens a session. An account has at most one. */
    Session login(Account account) {
        Session session = new Session(this, account);
        synchronized (this) {
            if (sessions.putIfAbsent(account, session) != null) {
                throw new IllegalStateException(account + " is logged in already");
            }
            lastSequence.put(account, 0L);
        }
        bus.publish(new SessionOpened(account.owner()));
        return session;
    }

    void logout(Session session) {
        synchronized (this) {
            if (sessions.remove(session.account()) != session) {
                throw new IllegalStateException(session.account() + " is not logged in");
            }
            lastSequence.remove(session.account());
            finished.add(session);
        }
        bus.publish(new SessionClosed(session.account().owner(), session.requests()));
    }

    ExecutionReport forward(Session session, Request request) throws InterruptedException {
        if (!inSequence(session, request)) {
            return ExecutionReport.rejected(request.sequence(), RejectReason.OUT_OF_SEQUENCE);
        }
        throttle.enter();
        try {
            return dispatcher.dispatch(session.account(), request);
        } finally {
            throttle.leave();
        }
    }

    private synchronized boolean inSequence(Session session, Request request) {
        Long last = lastSequence.get(session.account());
        if (last == null || request.sequence() != last + 1) {
            return false;
        }
        lastSequence.put(session.account(), request.sequence());
        return true;
    }

    synchronized int openSessions() {
        return sessions.size();
    }

    /** Sessions that have logged out, in that order. */
    synchronized List<Session> finished() {
        return new ArrayList<>(finished);
    }
}
