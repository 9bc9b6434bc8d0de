/** A failed initialiser throws its error once; after that the class is there no more. */
public class ErrorOnce {
    static class Broken {
        static int value = Integer.parseInt("none");
    }

    static String attempt() {
        try {
            return "value " + Broken.value;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof NumberFormatException;
            return "error";
        } catch (NoClassDefFoundError e) {
            return "no class";
        }
    }

    static String other;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread() {
            @Override
            public void run() {
                other = attempt();
            }
        };
        thread.start();
        String mine = attempt();
        thread.join();
        if (mine.equals("error")) {
            assert other.equals("no class");
        } else {
            assert mine.equals("no class");
            assert other.equals("error");
        }
    }
}
