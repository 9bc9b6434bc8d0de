/** What failed to be initialised stays so: one thread gets the cause, the other hears of it. */
public class FailsForBoth {
    static int causes;
    static int echoes;

    static class Broken {
        static int value = fail();

        static int fail() {
            throw new IllegalStateException("broken");
        }
    }

    static void use() {
        try {
            Broken.value++;
        } catch (ExceptionInInitializerError e) {
            synchronized (FailsForBoth.class) {
                causes++;
            }
        } catch (NoClassDefFoundError e) {
            synchronized (FailsForBoth.class) {
                echoes++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(FailsForBoth::use);
        thread.start();
        use();
        thread.join();
        assert causes == 1 && echoes == 1;
    }
}
