//@ property: deadlock,exception,assertion,race,non-termination
/** Threads that take turns for ever by looking at a variable change it. */
public class Alternates {
    static volatile int turn;

    static void play(int mine) {
        while (true) {
            while (turn != mine) {
                Thread.onSpinWait();
            }
            turn = 1 - mine;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> play(1)).start();
        play(0);
    }
}
