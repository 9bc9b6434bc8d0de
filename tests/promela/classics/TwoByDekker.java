/** Dekker's algorithm, with the flags and the turn volatile. */
public class TwoByDekker {
    static volatile boolean want0, want1, in0, in1;
    static volatile int turn;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                want0 = true;
                while (want1) {
                    if (turn == 1) {
                        want0 = false;
                        while (turn == 1) { }
                        want0 = true;
                    }
                }
                in0 = true;
                in0 = false;
                turn = 1;
                want0 = false;
            }
        }).start();
        new Thread(() -> {
            while (true) {
                want1 = true;
                while (want0) {
                    if (turn == 0) {
                        want1 = false;
                        while (turn == 0) { }
                        want1 = true;
                    }
                }
                in1 = true;
                in1 = false;
                turn = 0;
                want1 = false;
            }
        }).start();
    }
}
