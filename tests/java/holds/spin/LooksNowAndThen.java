//@ property: deadlock,exception,assertion,race,non-termination
/** A service that looks round for ever and sometimes finds work is meant. */
public class LooksNowAndThen {
    static volatile boolean flag;
    static volatile int served;

    static void serve() {
        while (true) {
            if (flag) {
                served++;
                flag = false;
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) {
        new Thread(LooksNowAndThen::serve).start();
        flag = true;
    }
}
