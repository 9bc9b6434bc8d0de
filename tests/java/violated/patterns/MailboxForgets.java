import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

//@ kind: assertion
/** An actor that does not look again after it has said that it is idle: a message stays unread. */
public class MailboxForgets implements Runnable {
    private final ConcurrentLinkedQueue<Integer> messages = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Executor executor;
    private int sum;

    MailboxForgets(Executor executor) {
        this.executor = executor;
    }

    void tell(int message) {
        messages.add(message);
        if (scheduled.compareAndSet(false, true)) {
            executor.execute(this);
        }
    }

    @Override
    public void run() {
        for (Integer message; (message = messages.poll()) != null; ) {
            sum += message;
        }
        scheduled.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> started = Collections.synchronizedList(new ArrayList<>());
        MailboxForgets mailbox = new MailboxForgets(task -> {
            Thread thread = new Thread(task);
            started.add(thread);
            thread.start();
        });
        Thread other = new Thread(() -> mailbox.tell(1));
        other.start();
        mailbox.tell(2);
        other.join();
        for (int i = 0; i < started.size(); i++) {
            started.get(i).join();
        }
        assert mailbox.sum == 3; //~ assertion
    }
}
