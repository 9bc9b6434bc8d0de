package trading;

import java.util.Arrays;

/**
 * Passes every event to every listener, in the order in which the listeners came. The array of
 * listeners is replaced, never changed, so publishing needs no lock.
 */
final class EventBus {
    private volatile EventListener[] listeners = {};
    private final IdSource published = new IdSource();

    synchronized void subscribe(EventListener listener) {
        EventListener[] more = Arrays.copyOf(listeners, listeners.length + 1);
        more[listeners.length] = listener;
        listeners = more;
    }

    synchronized boolean unsubscribe(EventListener listener) {
        EventListener[] now = listeners;
        for (int index = 0; index < now.length; index++) {
            if (now[index] == listener) {
                EventListener[] fewer = new EventListener[now.length - 1];
                System.arraycopy(now, 0, fewer, 0, index);
                System.arraycopy(now, index + 1, fewer, index, fewer.length - index);
                listeners = fewer;
                return true;
            }
        }
        return false;
    }

    void publish(Event event) {
        published.next();
        for (EventListener listener : listeners) {
            listener.on(event);
        }
    }

    /** How many events there have been. */
    long count() {
        return published.count();
    }
}
