package trading;

/**
 * Somebody who wants to know. Listeners are called in the thread in which the event happened, with
 * no lock held, and by several threads at once: each guards its own state.
 */
@FunctionalInterface
interface EventListener {
    void on(Event event);
}
