//@ property: deadlock
//@ kind: deadlock

import java.util.concurrent.Semaphore;

/** Two of three threads end with a permit, and nothing refers to them any more. */
public class KeptByTwo {
    static final Semaphore permits = new Semaphore(2);

    static void work() {
        permits.acquireUninterruptibly(); //~ deadlock
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(KeptByTwo::work).start();
        }
    }
}
