//@ kind: assertion
/** Whether the other thread has already ended is not for main to know. */
public class StateGuessed {
    public static void main(String[] args) {
        Thread thread = new Thread();
        thread.start();
        assert thread.isAlive(); //~ assertion
    }
}
