//@ kind: race
/** A record's components are final; the array in one of them is not protected by that. */
public class MutableComponent {
    record Cells(int[] content) {
    }

    public static void main(String[] args) {
        Cells cells = new Cells(new int[1]);
        new Thread(() -> cells.content()[0] = 1).start(); //~ race
        int seen = cells.content()[0]; //~ race
        assert seen == 0 || seen == 1;
    }
}
