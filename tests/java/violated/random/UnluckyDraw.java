//@ kind: assertion
//@ options: --random choose
import java.util.Random;

/** One draw of six goes wrong; a fixed seed need not show it. */
public class UnluckyDraw {
    public static void main(String[] args) {
        int drawn = new Random().nextInt(6);
        assert drawn != 4; //~ assertion
    }
}
