//@ property: race
//@ kind: race
//@ says: RacingScanner.scanner

import java.util.Scanner;

/** A Scanner is not thread-safe. */
class RacingScanner {
    static final Scanner scanner = new Scanner("1 2 3");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            scanner.next(); //~ race
        });
        other.start();
        scanner.next(); //~ race
        other.join();
    }
}
