//@ property: non-termination
//@ kind: non-termination

/** The other thread ends the program, unless it looks too early. */
public class RunsIfNobodyExits {
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> { if (ready) System.exit(0); }).start();
        ready = true;
        while (true) {} //~ non-termination
    }
}
