//@ kind: assertion
/** A started thread and the one that started it make a thread each: either may get the lower id. */
public class IdsByTwo {
    static long ofWorker;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> ofWorker = new Thread(() -> { }).getId());
        worker.start();
        long own = new Thread(() -> { }).getId();
        worker.join();
        assert own < ofWorker; //~ assertion
    }
}
