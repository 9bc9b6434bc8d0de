/** Two threads that lock and unlock for ever: a loop without a way out is meant. */
public class MeantToGoOn {
    static final Object lock = new Object();

    static void serve() {
        while (true) {
            synchronized (lock) {
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(MeantToGoOn::serve).start();
        new Thread(MeantToGoOn::serve).start();
    }
}
