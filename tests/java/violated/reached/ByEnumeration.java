//@ property: race
//@ kind: race

/** Threads are found in their group. */
public class ByEnumeration {
    static class Worker extends Thread {
        int value;

        @Override
        public void run() {
            value = 1; //~ race
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        Thread[] all = new Thread[4];
        int count = Thread.enumerate(all);
        for (int i = 0; i < count; i++) {
            if (all[i] instanceof Worker found) {
                found.value = 2; //~ race
            }
        }
        worker.join();
    }
}
