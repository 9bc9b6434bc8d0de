//@ kind: race
/** The captured variable is effectively final; the array it refers to is shared all the same. */
public class SharedBox {
    public static void main(String[] args) throws InterruptedException {
        int[] box = new int[1];
        Runnable add = () -> box[0]++; //~ race
        Thread first = new Thread(add);
        Thread second = new Thread(add);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
