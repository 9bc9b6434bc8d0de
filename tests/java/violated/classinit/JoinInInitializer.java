//@ kind: deadlock
/** The initialiser waits for a thread that needs the class to be initialised. */
public class JoinInInitializer {
    static class Config {
        static int value;

        static {
            Thread loader = new Thread() {
                @Override
                public void run() {
                    value = 42; //~ deadlock
                }
            };
            loader.start();
            try {
                loader.join(); //~ deadlock
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        assert Config.value == 42;
    }
}
