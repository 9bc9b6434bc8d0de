//@ kind: race
/** arraycopy() reads every element, also the one another thread writes. */
public class CopyRaces {
    static final int[] SOURCE = {1, 2, 3};

    public static void main(String[] args) {
        new Thread(() -> SOURCE[1] = 5).start(); //~ race
        int[] target = new int[3];
        System.arraycopy(SOURCE, 0, target, 0, 3); //~ race
        assert target[0] == 1 && target[2] == 3;
    }
}
