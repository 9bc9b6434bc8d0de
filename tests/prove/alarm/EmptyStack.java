//@ kind: exception
import java.util.ArrayDeque;

/** More is taken than there is. */
public class EmptyStack {
    static final ArrayDeque<Object> free = new ArrayDeque<>();

    static void take() {
        synchronized (free) {
            free.pop();
        }
    }

    public static void main(String[] args) {
        synchronized (free) {
            free.push(new Object());
        }
        for (int i = 0; i < 2; i++) {
            new Thread(EmptyStack::take).start();
        }
    }
}
