/** A group lists the threads that live, and no others. */
public class EndlessGroup {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("workers");
        while (true) {
            Thread worker = new Thread(group, () -> {
            });
            worker.start();
            Thread[] found = new Thread[4];
            int count = group.enumerate(found);
            if (count > 1 || (count == 1 && found[0] != worker)) {
                throw new AssertionError("it lists the dead");
            }
            worker.join();
            if (group.activeCount() != 0) {
                throw new AssertionError("it counts the dead");
            }
        }
    }
}
