//@ kind: exception
/** Names of threads are those that the JDK gives, also where threads have the places of others. */
public class EndlessNames {
    public static void main(String[] args) throws Exception {
        while (true) {
            Thread worker = new Thread(() -> {
            });
            worker.start();
            worker.join();
            if (worker.getName().equals("Thread-30")) {
                throw new IllegalStateException(worker.getName()); //~ exception
            }
        }
    }
}
