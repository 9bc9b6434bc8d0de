/** The static fields of a class of threads are looked at by its threads and by main. */
public class StaticsOfThreads extends Thread {
    static int finished;

    @Override
    public void run() {
        synchronized (StaticsOfThreads.class) {
            finished++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new StaticsOfThreads();
        Thread second = new StaticsOfThreads();
        first.start();
        second.start();
        first.join();
        second.join();
        assert finished == 2;
    }
}
