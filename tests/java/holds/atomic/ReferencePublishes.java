import java.util.concurrent.atomic.AtomicReference;

/** An object made by one thread is handed over through an AtomicReference, fully built. */
public class ReferencePublishes {
    static class Message {
        int number;
        String text;
    }

    static final AtomicReference<Message> BOX = new AtomicReference<>();

    public static void main(String[] args) {
        Thread sender = new Thread(() -> {
            Message message = new Message();
            message.number = 7;
            message.text = "seven";
            BOX.set(message);
        });
        sender.start();
        Message received = BOX.getAndSet(null);
        if (received != null) {
            assert received.number == 7;
            assert received.text.equals("seven");
        }
    }
}
