//@ property: race
//@ kind: race

import java.io.IOException;

/** An exception keeps its cause. */
public class ByCause {
    static class Failure extends RuntimeException {
        int count;
    }

    public static void main(String[] args) throws InterruptedException {
        Failure failure = new Failure();
        IOException outer = new IOException(failure);
        Thread other = new Thread(() -> {
            ((Failure) outer.getCause()).count = 1; //~ race
        });
        other.start();
        failure.count = 2; //~ race
        other.join();
    }
}
