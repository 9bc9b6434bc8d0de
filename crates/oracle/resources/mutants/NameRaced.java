/** What threads keep of themselves is written by one and read by another. */
public class NameRaced {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            main.setName("a");
            main.setPriority(3);
        });
        other.start();
        System.out.println(main.getName() + main.getPriority() + other.isDaemon());
    }
}
