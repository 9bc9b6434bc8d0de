import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Random numbers with a seed are fixed by the specification. */
public class Randoms {
    public static void main(String[] args) {
        Random random = new Random(42);
        for (int i = 0; i < 5; i++) {
            System.out.print(random.nextInt() + " " + random.nextInt(100) + " ");
        }
        System.out.println();
        System.out.println(random.nextLong() + " " + random.nextDouble() + " " + random.nextFloat() + " " + random.nextBoolean() + " "
            + random.nextGaussian());
        byte[] bytes = new byte[6];
        random.nextBytes(bytes);
        int sum = 0;
        for (byte b : bytes) {
            sum += b;
        }
        System.out.println(sum);
        System.out.println(new Random(7).ints(5, 0, 10).boxed().collect(Collectors.toList()));
        System.out.println(new Random(7).doubles(2).boxed().collect(Collectors.toList()));
        random.setSeed(1);
        System.out.println(random.nextInt(1 << 20) + " " + random.nextInt(3));
        SplittableRandom splittable = new SplittableRandom(5);
        System.out.println(splittable.nextInt(1000) + " " + splittable.split().nextLong());
        int[] dice = new int[6];
        Random thrower = new Random(2024);
        for (int i = 0; i < 600; i++) {
            dice[thrower.nextInt(6)]++;
        }
        for (int count : dice) {
            System.out.print(count + " ");
        }
        System.out.println();
    }
}
