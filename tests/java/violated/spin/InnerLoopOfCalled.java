//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** The inner loop is in a method that the endless loop calls. */
public class InnerLoopOfCalled {
    static volatile int orders;
    static volatile int served;

    static void await() {
        while (orders == served) { //~ non-termination
            Thread.yield(); //~ non-termination
        }
    }

    static void serve() {
        while (true) {
            await();
            served++;
        }
    }

    public static void main(String[] args) {
        new Thread(InnerLoopOfCalled::serve).start();
        orders++;
    }
}
