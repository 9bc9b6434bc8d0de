/** Double-checked locking with a volatile field: one instance, fully built. */
public class DoubleChecked {
    static class Service {
        static int made;
        int value;

        Service() {
            made++;
            value = 42;
        }
    }

    static volatile Service instance;

    static Service get() {
        Service service = instance;
        if (service == null) {
            synchronized (DoubleChecked.class) {
                service = instance;
                if (service == null) {
                    service = new Service();
                    instance = service;
                }
            }
        }
        return service;
    }

    static class User extends Thread {
        @Override
        public void run() {
            assert get().value == 42;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        User user = new User();
        user.start();
        assert get().value == 42;
        user.join();
        assert Service.made == 1;
    }
}
