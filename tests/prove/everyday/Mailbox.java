//@ open: numbers decide whether threads wait for ever
/** A mailbox for one message, with wait and notifyAll. */
public class Mailbox {
    private String message;

    synchronized void send(String text) throws InterruptedException {
        while (message != null) {
            wait();
        }
        message = text;
        notifyAll();
    }

    synchronized String receive() throws InterruptedException {
        while (message == null) {
            wait();
        }
        String text = message;
        message = null;
        notifyAll();
        return text;
    }

    public static void main(String[] args) {
        Mailbox box = new Mailbox();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                try {
                    box.send("hello");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
            new Thread(() -> {
                try {
                    System.out.println(box.receive());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
    }
}
