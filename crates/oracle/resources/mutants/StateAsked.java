/** In which state a thread is. */
public class StateAsked {
    static final Object lock = new Object();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            synchronized (lock) {
                lock.hashCode();
            }
        });
        synchronized (lock) {
            other.start();
            System.out.println(other.getState());
        }
    }
}
