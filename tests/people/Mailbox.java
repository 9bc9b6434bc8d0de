public class Mailbox {
    private final Object lock = new Object();
    private String message;

    void put(String text) {
        synchronized (lock) {
            message = text;
            lock.notify();
        }
    }

    String take() throws InterruptedException {
        if (message == null) {
            synchronized (lock) {
                lock.wait();
            }
        }
        return message;
    }

    public static void main(String[] args) throws Exception {
        Mailbox box = new Mailbox();
        Thread reader = new Thread(() -> {
            try {
                System.out.println(box.take());
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        }, "reader");
        reader.start();
        box.put("hello");
        reader.join();
    }
}
//@ says: data race on Mailbox.message
//@ says: it holds Mailbox.lock
//@ says: it holds no lock
//@ says: wait() is called outside a loop
