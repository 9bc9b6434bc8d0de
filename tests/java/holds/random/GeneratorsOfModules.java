import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Generators that another module of the JDK provides. */
public class GeneratorsOfModules {
    public static void main(String[] args) throws InterruptedException {
        RandomGenerator one = RandomGenerator.of("L64X128MixRandom");
        RandomGenerator other = RandomGenerator.getDefault();
        int sum = one.nextInt(10) + other.nextInt(10);
        assert sum >= 0 && sum < 20;
        Thread thread = new Thread(() -> {
            assert RandomGenerator.of("Xoshiro256PlusPlus").nextInt(5) < 5;
        });
        thread.start();
        thread.join();
        assert RandomGeneratorFactory.all().count() > 5;
    }
}
