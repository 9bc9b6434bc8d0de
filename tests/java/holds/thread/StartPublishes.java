/** What was written before start() is visible in the new thread, without volatile or lock. */
public class StartPublishes {
    static int value;

    public static void main(String[] args) {
        value = 1;
        Thread first = new Thread() {
            @Override
            public void run() {
                assert value == 1;
                Thread second = new Thread() {
                    @Override
                    public void run() {
                        assert value == 2;
                    }
                };
                value = 2;
                second.start();
            }
        };
        first.start();
    }
}
