//@ kind: assertion

/** Which thread's name the cause tells depends on who came first. */
public class CauseTellsThread {
    static class Fails {
        static int number = 1 / Integer.parseInt("0");
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(CauseTellsThread::use, "other");
        thread.start();
        use();
        thread.join();
    }

    static void use() {
        try {
            int number = Fails.number;
        } catch (NoClassDefFoundError e) {
            assert e.getCause().getMessage().contains("main"); //~ assertion
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() != null;
        }
    }
}
