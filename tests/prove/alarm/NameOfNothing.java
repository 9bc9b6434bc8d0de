//@ kind: exception
/** The name of a thread is a text that another has taken away. */
public class NameOfNothing {
    static volatile String name = "worker";

    static class Worker extends Thread {
        @Override
        public void run() {
            setName(name); //~ exception
            name = null;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Worker().start();
        }
    }
}
