/** An inner class that locks the outer object, and a local one that captures a variable. */
public class OuterLock {
    private int count;

    class Adder extends Thread {
        @Override
        public void run() {
            synchronized (OuterLock.this) {
                count++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OuterLock outer = new OuterLock();
        int amount = 10;
        class Bigger {
            void add() {
                synchronized (outer) {
                    outer.count += amount;
                }
            }
        }
        Adder adder = outer.new Adder();
        adder.start();
        new Bigger().add();
        adder.join();
        assert outer.count == 11;
    }
}
