//@ kind: race
/** A sleep between write and read makes the race unlikely, not impossible. */
public class SleepHidesRace {
    static int value;

    static class Worker extends Thread {
        @Override
        public void run() {
            value = 42; //~ race
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Worker().start();
        Thread.sleep(1000);
        int seen = value; //~ race
        assert seen == 0 || seen == 42;
    }
}
