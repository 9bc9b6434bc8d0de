//@ property: non-termination
//@ kind: non-termination

/** A thread that is no daemon goes round for ever, while a daemon waits. */
public class RunsOnBesideDaemon {
    public static void main(String[] args) {
        Thread daemon = new Thread(RunsOnBesideDaemon::rest);
        daemon.setDaemon(true);
        daemon.start();
        while (true) {} //~ non-termination
    }

    static synchronized void rest() {}
}
