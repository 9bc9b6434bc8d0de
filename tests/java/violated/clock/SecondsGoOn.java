//@ kind: assertion
/** Seconds go on over a sleep, without anything unlikely. */
public class SecondsGoOn {
    public static void main(String[] args) throws InterruptedException {
        long second = System.currentTimeMillis() / 1000;
        Thread.sleep(1000);
        assert System.currentTimeMillis() / 1000 == second; //~ assertion
    }
}
