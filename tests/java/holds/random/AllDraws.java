//@ options: --random choose
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Whatever is drawn is in range, and a seed fixes what is drawn. */
public class AllDraws {
    public static void main(String[] args) {
        int below = new Random().nextInt(3);
        assert 0 <= below && below < 3;
        int between = ThreadLocalRandom.current().nextInt(-2, 2);
        assert -2 <= between && between < 2;
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Collections.shuffle(list);
        assert list.get(0) + list.get(1) + list.get(2) == 6;
        assert new Random(42).nextInt(100) == new Random(42).nextInt(100);
        assert new Random(42).nextInt(10) == 0;
        try {
            new Random().nextInt(0);
            assert false;
        } catch (IllegalArgumentException e) {
            assert e.getMessage().equals("bound must be positive");
        }
    }
}
