//@ kind: race
/** Double-checked locking without volatile: the first check races with the assignment. */
public class DoubleCheckedPlain {
    static class Service {
        int value = 42;
    }

    static Service instance;

    static Service get() {
        if (instance == null) { //~ race
            synchronized (DoubleCheckedPlain.class) {
                if (instance == null) {
                    instance = new Service(); //~ race
                }
            }
        }
        return instance;
    }

    static class User extends Thread {
        @Override
        public void run() {
            assert get().value == 42;
        }
    }

    public static void main(String[] args) {
        new User().start();
        assert get().value == 42;
    }
}
