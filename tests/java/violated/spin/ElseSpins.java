//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** The same as an inner loop, with other words. */
public class ElseSpins {
    static volatile boolean flag;
    static volatile int served;

    static void serve() {
        while (true) {
            if (flag) { //~ non-termination
                served++;
                flag = false;
            } else {
                Thread.onSpinWait(); //~ non-termination
            }
        }
    }

    public static void main(String[] args) {
        new Thread(ElseSpins::serve).start();
    }
}
