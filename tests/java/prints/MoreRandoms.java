import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** Random numbers from a seed. */
public class MoreRandoms {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Random random = new Random(42);
        p(random.nextInt(100) + " " + random.nextInt() + " " + random.nextLong() + " " + random.nextBoolean());
        p(random.nextDouble() + " " + random.nextGaussian() + " " + random.nextFloat());
        p(random.ints(5, 0, 10).boxed().toList() + " " + new SplittableRandom(7).nextInt(1000));
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        Collections.shuffle(list, new Random(1));
        p(list);
        byte[] bytes = new byte[4];
        new Random(3).nextBytes(bytes);
        p(Arrays.toString(bytes));
    }
}
