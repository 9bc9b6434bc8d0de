//@ kind: race
/** The inner class locks itself, not the outer object whose field it changes. */
public class InnerLock {
    private int count;

    class Adder extends Thread {
        @Override
        public void run() {
            synchronized (this) {
                count++; //~ race
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        InnerLock outer = new InnerLock();
        Adder first = outer.new Adder();
        Adder second = outer.new Adder();
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
