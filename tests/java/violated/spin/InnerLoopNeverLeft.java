//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** A server that goes on for ever is meant; one that waits for ever for its first order is not. */
public class InnerLoopNeverLeft {
    static volatile boolean flag;
    static int served;

    public static void main(String[] args) {
        new Thread(() -> {}).start();
        while (true) {
            while (!flag) { //~ non-termination
                Thread.onSpinWait(); //~ non-termination
            }
            served++;
            flag = false;
        }
    }
}
