//@ property: deadlock,exception,assertion,race,non-termination
/** All that others can see of an endless loop happens in inner loops that end. */
public class InnerLoopsFinish {
    static final Object[] FORKS = {new Object(), new Object()};

    static void dine() {
        while (true) {
            for (Object fork : FORKS) {
                synchronized (fork) {
                    Thread.yield();
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(InnerLoopsFinish::dine).start();
        dine();
    }
}
