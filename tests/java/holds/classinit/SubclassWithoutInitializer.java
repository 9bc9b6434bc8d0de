/** A class without an initialiser is ready when all that it inherits from is, in any order. */
public class SubclassWithoutInitializer {
    static volatile int unrelated;

    static class Base {
        static final int VALUE = unrelated < 2 ? 7 : 8;
    }

    static class Derived extends Base {
        static int twice() {
            return 2 * VALUE;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            unrelated = 1;
            assert Derived.twice() == 14;
        });
        Thread third = new Thread(() -> {
            assert new Derived() != null && Base.VALUE == 7;
        });
        other.start();
        third.start();
        assert Derived.twice() == 14;
        other.join();
        third.join();
    }
}
