/** Each thread has its own copy, made on its first look. */
public class OwnCopies {
    static final ThreadLocal<Integer> NUMBER = ThreadLocal.withInitial(() -> 10);

    static void add(int amount) {
        NUMBER.set(NUMBER.get() + amount);
        assert NUMBER.get() == 10 + amount;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(1));
        other.start();
        add(2);
        other.join();
        assert NUMBER.get() == 12;
        NUMBER.remove();
        assert NUMBER.get() == 10;
    }
}
