public class Registry {
    private static Registry instance;
    private int size;

    private Registry() {
        size = 16;
    }

    static Registry get() {
        if (instance == null) {
            synchronized (Registry.class) {
                if (instance == null) {
                    instance = new Registry();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> System.out.println(get().size));
        t.start();
        System.out.println(get().size);
        t.join();
    }
}
//@ says: data race on Registry.instance
//@ says: it holds Registry.class
//@ says: it holds no lock
//@ says: volatile
