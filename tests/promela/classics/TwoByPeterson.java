/** Peterson's algorithm, with the flags and the turn volatile. */
public class TwoByPeterson {
    static volatile boolean want0, want1, in0, in1;
    static volatile int turn;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                want0 = true;
                turn = 1;
                while (want1 && turn == 1) { }
                in0 = true;
                in0 = false;
                want0 = false;
            }
        }).start();
        new Thread(() -> {
            while (true) {
                want1 = true;
                turn = 0;
                while (want0 && turn == 0) { }
                in1 = true;
                in1 = false;
                want1 = false;
            }
        }).start();
    }
}
