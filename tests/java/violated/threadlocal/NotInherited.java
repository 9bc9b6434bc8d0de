//@ kind: exception
/** What main has set is not there in the other thread. */
public class NotInherited {
    static final ThreadLocal<Integer> NUMBER = new ThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        NUMBER.set(1);
        Thread other = new Thread(() -> {
            int number = NUMBER.get(); //~ exception
            assert number == 1;
        });
        other.start();
        other.join();
    }
}
