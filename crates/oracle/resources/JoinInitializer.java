/** Joins equal threads inside an initialiser for which they wait: nothing can go on. */
public class JoinInitializer {
    static final class Late {
        static int value;

        static {
            Thread[] threads = new Thread[2];
            for (int i = 0; i < 2; i++) (threads[i] = new T()).start();
            try {
                for (Thread thread : threads) thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            value = 1;
        }
    }

    static final class T extends Thread {
        @Override
        public void run() {
            System.out.println(Late.value);
        }
    }

    public static void main(String[] args) {
        System.out.println("main " + Late.value);
    }
}
