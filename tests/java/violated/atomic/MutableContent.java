//@ kind: race
import java.util.concurrent.atomic.AtomicReference;

/** The reference is atomic; the object behind it is changed after it was handed over. */
public class MutableContent {
    static class Message {
        int number;
    }

    static final AtomicReference<Message> BOX = new AtomicReference<>();

    public static void main(String[] args) {
        Thread sender = new Thread(() -> {
            Message message = new Message();
            BOX.set(message);
            message.number = 7; //~ race
        });
        sender.start();
        Message received = BOX.get();
        if (received != null) {
            int seen = received.number; //~ race
            assert seen == 0 || seen == 7;
        }
    }
}
