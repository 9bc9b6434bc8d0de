//@ property: deadlock,exception,assertion
//@ kind: assertion
/** Two unlocked increments, seen by what they do to the sum: one can be lost. */
public class LostUpdate {
    static int count;

    static class Adder extends Thread {
        @Override
        public void run() {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Adder first = new Adder();
        Adder second = new Adder();
        first.start();
        second.start();
        first.join();
        second.join();
        assert count == 2; //~ assertion
    }
}
