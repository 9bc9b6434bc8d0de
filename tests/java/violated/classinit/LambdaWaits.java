//@ kind: deadlock

/** A lambda in one initialiser needs the other class, whose initialiser needs the first. */
public class LambdaWaits {
    interface Task {
        int NUMBER = Other.number + 1; //~ deadlock

        void run();

        default void again() {}
    }

    static class Other {
        static int number = 1;

        static {
            Task task = () -> {}; //~ deadlock
            number = 2;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread() {
            @Override
            public void run() {
                int number = Task.NUMBER;
            }
        };
        thread.start();
        int number = Other.number;
        thread.join();
    }
}
